import { type ReactElement, useState } from "react";
import { repayment, type RepaymentWay } from "#shared/contract/loan-desk.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useLoanDeskWords } from "#web/lib/loan-desk-words.ts";
import { plainAmount } from "#web/lib/typed-amount.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewLoan, wasFirst } from "./act.ts";
import css from "./application.module.css";
import type { ActProps } from "./act-card.tsx";

/** Records what a member repaid over the desk, one receipt at a time. */
export function Receive({ loan, file, officer }: ActProps): ReactElement | null {
  const { receive: words, decide } = useLoanDeskWords();
  const [round, setRound] = useState(0);
  if (!officer.may("loans.receive")) return null;
  return (
    <Card title={words.title}>
      <div className={css["act"]}>
        <p className={css["said"]}>{fill(words.owed, { amount: money(file.outstanding) })}</p>
        {file.isYours ? (
          <Tip meaning="info">{decide.own}</Tip>
        ) : (
          <ReceiveForm key={round} loanNo={loan.loanNo} onDone={() => setRound(round + 1)} />
        )}
      </div>
    </Card>
  );
}

const names = ["amount", "way", "receipt", "date"] as const;
type Name = (typeof names)[number];

interface FormProps {
  readonly loanNo: string;
  readonly onDone: () => void;
}

function ReceiveForm({ loanNo, onDone }: FormProps): ReactElement {
  const all = useWords();
  const { receive: words, repayments } = useLoanDeskWords();
  const renew = useRenewLoan();
  const form = useForm<Name>({
    names,
    draft: `repayment ${loanNo}`,
    check: (values) =>
      contractProblems(repayment.body, { date: undefined, ...bodyOf(values) }, all),
    async send(values) {
      try {
        const { state } = await call(repayment, { params: { loanNo }, body: bodyOf(values) });
        showToast({ kind: "success", text: state === "settled" ? words.settled : words.done });
      } catch (error) {
        if (wasFirst(error)) await renew();
        throw error;
      }
      await renew();
      onDone();
    },
  });
  const way = wayOf(form.values.way);
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Field label={words.amount} bind={form.bind("amount")} inputMode="decimal" />
      <Select label={words.way} bind={form.bind("way")} options={repayments.ways} />
      <Field
        label={words.receipt}
        bind={form.bind("receipt")}
        note={{ kind: "hint", text: words.receiptHints[way] }}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <Field label={words.date} bind={form.bind("date")} type="date" />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full" type="submit" blocked={form.busy}>
        {words.submit}
      </Button>
    </form>
  );
}

/** The first way stands chosen until another is. */
function wayOf(chosen: string): RepaymentWay {
  return chosen === "cash" || chosen === "bank" ? chosen : "mpesa";
}

function bodyOf({ amount, way, receipt, date }: Values<Name>) {
  return { amount: plainAmount(amount), way: wayOf(way), receipt, ...(date !== "" && { date }) };
}
