import { retentionMessages } from "#shared/messages/privacy/retention-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { effect, ruleBody, rules as rulesEndpoint } from "#shared/contract/privacy/retention.ts";
import { fill } from "#shared/language.ts";
import {
  retained,
  type Retained,
  type RetentionUnit,
  retentionUnits,
  type Span,
} from "#shared/retention-bounds.ts";
import { leastKept } from "#shared/retention-limits.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, problemWords, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { RetentionLook, useFormatSpan } from "./retention-preview.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import type { Rules } from "./retention.tsx";
import css from "./settings.module.css";

const names = ["what", "amount", "unit", "effectiveFrom"] as const;
type Name = (typeof names)[number];

/** A rule to set, and what it would delete on its day. */
export interface Proposed extends Span {
  readonly what: Retained;
  readonly effectiveFrom: string;
  readonly follows: string;
  readonly goes: number;
  readonly anyway: number;
}

interface RetentionFormProps {
  readonly rules: Rules;
  readonly onSet: () => Promise<void>;
}

/** Sets a rule from a future day, after a preview of what it would delete. */
export function RetentionForm({ rules, onSet }: RetentionFormProps): ReactElement {
  const words = useMessages(retentionMessages);
  const all = useWords();
  // Kept from when the form was opened: if two people set a rule at the same time, the second is
  // warned.
  const [follows, setFollows] = useState(rules.newest);
  const [proposed, setProposed] = useState<Proposed | null>(null);
  const form = useForm<Name>({
    names,
    draft: "settings-retention",
    starting: {
      what: "messages",
      unit: "days",
      effectiveFrom: addDays(rules.today as CalendarDate, 1),
    },
    check: (values) => {
      const found = contractProblems<Name>(ruleBody, values, all);
      if (!found.effectiveFrom && values.effectiveFrom <= rules.today) {
        found.effectiveFrom = problemWords("date.ahead", all);
      }
      if (Object.keys(found).length > 0) return found;
      return holdsAlready(values, rules) ? { amount: words.form.same } : {};
    },
    async send(values) {
      const found = await call(effect, { query: values });
      const { what, effectiveFrom } = values as Values<Name> & { readonly what: Retained };
      setProposed({ what, effectiveFrom, ...spanOf(values), ...found, follows });
    },
  });
  const anew = async (): Promise<void> => {
    await onSet();
    setFollows((await call(rulesEndpoint)).newest);
  };
  const done = (): void => {
    setProposed(null);
    form.put({ amount: "" });
  };
  return (
    <Card title={words.form.title}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <Fields form={form} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["acts"]}>
          <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
            {words.form.look}
          </Button>
        </div>
      </form>
      {proposed && (
        <RetentionLook
          proposed={proposed}
          onClose={() => setProposed(null)}
          onDone={done}
          onTried={anew}
        />
      )}
    </Card>
  );
}

function spanOf(values: Values<"amount" | "unit">): Span {
  return { amount: Number.parseInt(values.amount, 10), unit: values.unit as RetentionUnit };
}

/** Whether the rules in force already say the same for that day. */
function holdsAlready(values: Values<Name>, { rows }: Rules): boolean {
  const { amount, unit } = spanOf(values);
  const holding = rows.find(
    ({ what, effectiveFrom }) => what === values.what && effectiveFrom <= values.effectiveFrom,
  );
  return holding?.amount === amount && holding.unit === unit;
}

function Fields({ form }: { readonly form: ReturnType<typeof useForm<Name>> }): ReactElement {
  const words = useMessages(retentionMessages);
  const formatSpan = useFormatSpan();
  const what = (retained as readonly string[]).includes(form.values.what)
    ? (form.values.what as Retained)
    : "messages";
  const least = fill(what === "books" ? words.form.leastByLaw : words.form.least, {
    span: formatSpan(leastKept[what]),
  });
  const units = Object.fromEntries(
    retentionUnits
      .filter((unit) => what !== "books" || unit === "years")
      .map((unit) => [unit, words.units[unit]]),
  );
  return (
    <>
      <Select
        label={words.form.what}
        bind={{
          ...form.bind("what"),
          // The books can only be kept for a number of years, so there is no other choice.
          onValue: (chosen) =>
            form.put({ what: chosen, ...(chosen === "books" && { unit: "years" }) }),
        }}
        options={words.what}
      />
      <div className={css["pair"]}>
        <Field
          label={words.form.amount}
          bind={form.bind("amount")}
          inputMode="numeric"
          autoComplete="off"
          className={css["figure"]}
          note={{ kind: "hint", text: least }}
        />
        <Select label={words.form.unit} bind={form.bind("unit")} options={units} />
      </div>
      <Field
        label={words.form.from}
        bind={form.bind("effectiveFrom")}
        type="date"
        note={{ kind: "hint", text: words.form.fromHint }}
      />
    </>
  );
}
