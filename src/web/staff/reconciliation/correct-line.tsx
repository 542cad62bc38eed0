import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { correctLine, openItems } from "#shared/contract/reconciliation/matching.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { showToast } from "#web/ui/toast.tsx";
import { ItemAct } from "./item-act.tsx";
import { ItemForm } from "./item-form.tsx";

interface CorrectProps {
  readonly account: ReconciledAccount;
  readonly id: string;
  /** Whether a correction waits for a second person already. */
  readonly blocked: boolean;
}

/** Proposes, with a reason, to correct a payment to the amount on its line. */
export function CorrectLine(props: CorrectProps): ReactElement {
  const { desk: words } = useMessages(reconciliationMessages);
  return (
    <ItemAct name={words.correct} blocked={props.blocked}>
      {(close) => <ReasonForm {...props} onDone={close} />}
    </ItemAct>
  );
}

function ReasonForm({ account, id, onDone }: CorrectProps & { readonly onDone: () => void }) {
  const all = useWords();
  const { desk: words } = useMessages(reconciliationMessages);
  const renew = useRenew();
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems<"reason">(correctLine.body, values, all),
    async send(body) {
      await call(correctLine, { params: { account, id }, body });
      showToast({ kind: "success", text: words.corrected, detail: words.paymentDetail });
      onDone();
      await renew(openItems);
    },
  });
  const label = words.correctReason;
  const submit = words.correctSubmit;
  return <ItemForm form={form} bind={form.bind("reason")} label={label} submit={submit} />;
}
