import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { correctLine } from "#shared/contract/reconciliation/matching.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { showToast } from "#web/ui/toast.tsx";
import { ItemAct } from "./item-act.tsx";
import { ItemForm } from "./item-form.tsx";

interface CorrectProps {
  readonly account: ReconciledAccount;
  readonly id: string;
}

/** Proposes, with a reason, to correct a payment to the amount on its line. */
export function CorrectLine(props: CorrectProps): ReactElement {
  const { desk: words } = useMessages(reconciliationMessages);
  return (
    <ItemAct name={words.correct}>{(close) => <ReasonForm {...props} onDone={close} />}</ItemAct>
  );
}

function ReasonForm({ account, id, onDone }: CorrectProps & { readonly onDone: () => void }) {
  const all = useWords();
  const { desk: words } = useMessages(reconciliationMessages);
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems<"reason">(correctLine.body, values, all),
    async send(body) {
      await call(correctLine, { params: { account, id }, body });
      showToast({ kind: "success", text: words.corrected, detail: words.paymentDetail });
      onDone();
    },
  });
  const label = words.correctReason;
  const submit = words.correctSubmit;
  return <ItemForm form={form} bind={form.bind("reason")} label={label} submit={submit} />;
}
