import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement } from "react";
import { type OverpaymentTarget, requestMove } from "#shared/contract/check-off/overpayments.ts";
import { fill } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewLoan } from "./act.ts";
import type { ActProps } from "./act-card.tsx";
import desk from "#web/ui/desk.module.css";
import css from "./application.module.css";

const names = ["amount", "to", "toLoanNo", "reason"] as const;
type Name = (typeof names)[number];

/** Requests where an overpayment on a loan goes; a second person approves it. */
export function Overpaid({ loan, file, officer }: ActProps): ReactElement | null {
  const { overpaid: words, decide } = useMessages(loanDeskMessages);
  if (!officer.may("loans.receive")) return null;
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        <p className={css["said"]}>{fill(words.text, { amount: money(-file.outstanding) })}</p>
        {file.isYours ? <Tip meaning="info">{decide.own}</Tip> : <MoveForm loanNo={loan.loanNo} />}
      </div>
    </Card>
  );
}

function MoveForm({ loanNo }: { readonly loanNo: string }): ReactElement {
  const all = useWords();
  const { overpaid: words } = useMessages(loanDeskMessages);
  const { overpayments } = useMessages(approvalsMessages);
  const renew = useRenewLoan();
  const form = useForm<Name>({
    names,
    draft: `overpayment ${loanNo}`,
    check: (values) => problemsOf(values, all),
    async send(values) {
      await call(requestMove, { params: { loanNo }, body: bodyOf(values) });
      showToast({ kind: "success", text: words.sent, detail: words.sentDetail });
      await renew();
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Field label={words.amount} bind={form.bind("amount")} inputMode="decimal" />
      <Select label={words.to} bind={form.bind("to")} options={overpayments} />
      {targetOf(form.values.to) === "loan" && (
        <Field
          label={words.toLoan}
          bind={form.bind("toLoanNo")}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Field label={words.reason} bind={form.bind("reason")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full" type="submit" blocked={form.busy}>
        {words.submit}
      </Button>
    </form>
  );
}

function problemsOf(values: Values<Name>, words: Messages): Problems<Name> {
  const body = { toLoanNo: undefined, ...bodyOf(values) };
  return contractProblems<Name>(requestMove.body, body, words);
}

/** The first target is preselected. */
function targetOf(chosen: string): OverpaymentTarget {
  return chosen === "loan" || chosen === "refund" ? chosen : "deposits";
}

function bodyOf({ amount, to, toLoanNo, reason }: Values<Name>) {
  const target = targetOf(to);
  return {
    amount: plainAmount(amount),
    to: target,
    reason,
    ...(target === "loan" && { toLoanNo }),
  };
}
