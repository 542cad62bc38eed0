import { chequesMessages } from "#shared/messages/payouts/cheques-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { handOver, list, stop } from "#shared/contract/payouts/cheques.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { QuestionDialog } from "../../question-dialog.tsx";
import { useRenewDesk } from "../../renew-desk.ts";

interface Props {
  readonly cheque: z.output<typeof list.answer>["rows"][number];
  readonly onClose: () => void;
}

const namesOf = ({ chequeNo, payee, amount }: Props["cheque"]) => ({
  cheque: chequeNo,
  payee,
  amount: `Ksh ${money(amount)}`,
});

/** Records who takes a cheque. */
export function HandOverDialog({ cheque, onClose }: Props): ReactElement {
  const all = useWords();
  const words = useMessages(chequesMessages);
  const renew = useRenewDesk();
  const names = namesOf(cheque);
  const form = useForm<"to">({
    names: ["to"],
    check: (values) => contractProblems<"to">(handOver.body, values, all),
    async send({ to }) {
      await call(handOver, { params: { id: cheque.id }, body: { to } });
      showToast({ kind: "success", text: fill(words.taken, names) });
      onClose();
      await renew(list);
    },
  });
  const note = { kind: "hint", text: words.toHint } as const;
  return (
    <QuestionDialog
      title={fill(words.takeTitle, names)}
      text={fill(words.takeText, names)}
      yes={words.takeYes}
      notYet={words.notYet}
      form={form}
      onClose={onClose}
    >
      <Field label={words.to} bind={form.bind("to")} note={note} autoComplete="off" />
    </QuestionDialog>
  );
}

/** Requests that a second person approve stopping a cheque. */
export function StopDialog({ cheque, onClose }: Props): ReactElement {
  const all = useWords();
  const words = useMessages(chequesMessages);
  const renew = useRenewDesk();
  const names = namesOf(cheque);
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems<"reason">(stop.body, values, all),
    async send({ reason }) {
      await call(stop, { params: { id: cheque.id }, body: { reason } });
      showToast({ kind: "success", text: words.sent, detail: words.sentDetail });
      onClose();
      await renew(list);
    },
  });
  return (
    <QuestionDialog
      title={fill(words.stopTitle, names)}
      text={fill(words.stopText, names)}
      yes={words.stopYes}
      notYet={words.notYet}
      form={form}
      onClose={onClose}
    >
      <Field label={words.reason} bind={form.bind("reason")} />
    </QuestionDialog>
  );
}
