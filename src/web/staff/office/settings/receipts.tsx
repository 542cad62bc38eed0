import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { receiptLimits, saveReceiptLimits } from "#shared/contract/office/settings.ts";
import { fill } from "#shared/language.ts";
import {
  highestOnePersonLimits,
  type OnePersonLimitName,
  onePersonLimitNames,
} from "#shared/one-person-limits.ts";
import { formatMoney } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Changes } from "./changes.tsx";
import { SaveButton } from "./save-button.tsx";
import { Part } from "./section.tsx";
import css from "./settings.module.css";
import { useSeen } from "./versioned.ts";

type Limits = z.output<typeof receiptLimits.answer>;

/** The amounts above which a receipt waits for a second person. */
export function ReceiptsPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(receiptLimits);
  return (
    <Part load={load} title={words.parts.receipts} rows={5}>
      {(limits) => (
        <>
          <p className={css["quiet"]}>{words.receipts.lead}</p>
          {mayEdit ? <LimitsForm limits={limits} /> : <LimitsFacts limits={limits} />}
          <Changes changes={limits.changes} names={words.receipts} />
        </>
      )}
    </Part>
  );
}

function LimitsFacts({ limits }: { readonly limits: Limits }): ReactElement {
  const { parts, receipts } = useMessages(settingsMessages);
  const facts = onePersonLimitNames.map((name) => {
    return { term: receipts[name], value: money(limits[name]) };
  });
  return (
    <Card title={parts.receipts}>
      <Facts facts={facts} />
    </Card>
  );
}

function LimitsForm({ limits }: { readonly limits: Limits }): ReactElement {
  const all = useWords();
  const words = useMessages(settingsMessages);
  const renew = useRenew();
  const { save } = useSeen(limits, () => call(receiptLimits));
  const form = useForm<OnePersonLimitName>({
    names: onePersonLimitNames,
    draft: "settings-receipts",
    starting: startingOf(limits),
    check: (values) =>
      contractProblems(saveReceiptLimits.body, { version: 0, ...bodyOf(values) }, all),
    async send(values) {
      try {
        await save((version) => call(saveReceiptLimits, { body: { version, ...bodyOf(values) } }));
      } finally {
        void renew(receiptLimits);
      }
      showToast({ kind: "success", text: words.receipts.done });
    },
  });
  return (
    <Card padded>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <div className={css["pair"]}>
          {onePersonLimitNames.map((name) => (
            <Field
              key={name}
              label={words.receipts[name]}
              bind={form.bind(name)}
              inputMode="decimal"
              autoComplete="off"
              className={css["figure"]}
              note={{ kind: "hint", text: hintOf(name, words.receipts[`${name}Hint`]) }}
            />
          ))}
        </div>
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <SaveButton busy={form.busy} />
      </form>
    </Card>
  );
}

const withoutCents = (amount: string): string => amount.replace(/\.00$/, "");

function hintOf(name: OnePersonLimitName, hint: string): string {
  return fill(hint, { most: withoutCents(formatMoney(highestOnePersonLimits[name])) });
}

function startingOf(limits: Limits): Values<OnePersonLimitName> {
  return Object.fromEntries(
    onePersonLimitNames.map((name) => [name, withoutCents(money(limits[name]))]),
  ) as Values<OnePersonLimitName>;
}

function bodyOf(values: Values<OnePersonLimitName>) {
  return {
    openingSavings: plainAmount(values.openingSavings),
    repayment: plainAmount(values.repayment),
    over: plainAmount(values.over),
    day: plainAmount(values.day),
  };
}
