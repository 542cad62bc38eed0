import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { find as endpoint } from "#shared/contract/pay-ins/finder.ts";
import { parseCalendarDate } from "#shared/calendar-date.ts";
import { fill } from "#shared/language.ts";
import { parseTypedAmount, toWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { keepDraft } from "#web/lib/drafts.ts";
import { money } from "#web/lib/figures.ts";
import { bringIntoSight, useForm, type Values } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { today } from "#web/lib/period.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { missingSearchField } from "./missing-search-field.ts";
import { Parts } from "./parts.tsx";
import css from "./pay-ins.module.css";

type Answer = z.output<typeof endpoint.answer>;
type Found = Answer["found"][number];
const names = ["receipt", "amount", "day"] as const;
type Typed = Values<(typeof names)[number]>;

/** Finds a payment by its code, or by its amount and day, and says where it is. */
export function Finder(): ReactElement {
  const { find: words } = useMessages(ownPayInMessages);
  const { problems } = useWords();
  const [answer, setAnswer] = useState<(Answer & { readonly typed: Typed }) | null>(null);
  const form = useForm({
    names,
    check({ receipt, amount, day }) {
      if (receipt.trim() !== "") return {};
      const lacking = missingSearchField({ amount, day });
      if (lacking !== null) return { [lacking]: words.either };
      if (day > today()) return { day: words.ahead };
      return parseTypedAmount(amount) === null ? { amount: problems["amount.form"] } : {};
    },
    async send(values) {
      setAnswer(null);
      const found = await call(endpoint, { body: bodyOf(values) });
      setAnswer({ ...found, typed: values });
    },
  });
  return (
    <Card title={words.title}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <p>{words.lead}</p>
        <div className={css["sought"]}>
          <Field label={words.code} bind={form.bind("receipt")} autoCapitalize="characters" />
          <Field label={words.amount} bind={form.bind("amount")} inputMode="decimal" />
          <Field label={words.day} bind={form.bind("day")} type="date" />
        </div>
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <Button width="full-on-phones" type="submit" blocked={form.busy}>
          {words.search}
        </Button>
        <div role="status">
          {answer && (
            <div className={css["results"]} ref={bringIntoSight}>
              {answer.found.map((one) => (
                <FoundPayment key={keyOf(one)} payment={one} />
              ))}
              {answer.found.length === 0 && <NotFound statementsTo={answer.statementsTo} />}
            </div>
          )}
        </div>
        {answer?.found.length === 0 && <AskOffice typed={answer.typed} />}
      </form>
    </Card>
  );
}

function bodyOf({ receipt, amount, day }: Typed) {
  if (receipt.trim() !== "") return { receipt };
  const paid = parseTypedAmount(amount);
  return { ...(paid !== null && { amount: toWireAmount(paid) }), day };
}

/** One receipt of the counter can have two parts, each with its own entry. */
function keyOf({ receipt, paidOn, reference, parts }: Found): string {
  return `${receipt} ${paidOn} ${parts[0]?.to ?? reference}`;
}

const meanings = {
  credited: "ok",
  office: "info",
  moved: "warn",
  returned: "info",
  awaited: "info",
  "paid-out": "ok",
} as const;

function FoundPayment({ payment }: { readonly payment: Found }): ReactElement {
  const { states } = useMessages(ownPayInMessages).find;
  const { language } = useSpoken();
  const { state, receipt, amount, paidOn, reference, parts } = payment;
  const day = formatDay(paidOn, language);
  return (
    <div>
      <Tip meaning={meanings[state]}>
        {fill(states[state], { receipt, amount: money(amount), day, reference })}
      </Tip>
      <Parts parts={parts} />
    </div>
  );
}

/** Says why a payment may not be here yet. */
function NotFound({ statementsTo }: Pick<Answer, "statementsTo">): ReactElement {
  const { find: words } = useMessages(ownPayInMessages);
  const { language } = useSpoken();
  const late =
    statementsTo === ""
      ? words.lateWithout
      : fill(words.late, { day: formatDay(statementsTo, language) });
  return (
    <>
      <Tip meaning="warn">{words.none}</Tip>
      <p>{late}</p>
      <p>{words.check}</p>
    </>
  );
}

/** Opens a question to the office that contains the search. */
function AskOffice({ typed }: { readonly typed: Typed }): ReactElement {
  const { find: words } = useMessages(ownPayInMessages);
  const { language } = useSpoken();
  const { go } = useNavigation();
  const askOffice = (): void => {
    const code = typed.receipt.trim().toUpperCase();
    const day = parseCalendarDate(typed.day);
    const facts = [
      code && fill(words.facts.receipt, { receipt: code }),
      typed.amount &&
        day &&
        fill(words.facts.amount, { amount: typed.amount, day: formatDay(day, language) }),
    ];
    const suggestion = fill(words.question, { facts: facts.filter(Boolean).join(" ") });
    keepDraft("question", { suggestion, kind: "question" });
    go(paths.questions);
  };
  return (
    <Button width="full-on-phones" onClick={askOffice}>
      {words.ask}
    </Button>
  );
}
