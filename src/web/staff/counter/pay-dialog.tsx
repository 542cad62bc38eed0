import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { pay, paymentCode, payments, requestPayment } from "#shared/contract/counter/paying.ts";
import { own } from "#shared/contract/counter/tills.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS, useCodeSending } from "#web/lib/code-sending.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Field } from "#web/ui/field.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import { QuestionDialog } from "../question-dialog.tsx";
import { MemberCode } from "../member-code.tsx";

/** A withdrawal that waits to be paid in cash. */
export type Waiting = z.output<typeof payments.answer>["waiting"][number];

type Name = "identity" | "proof" | "otp" | "reason";

interface Props {
  readonly asked: Waiting;
  readonly onClose: () => void;
}

/**
 * Pays a withdrawal by the code of its member, or asks a second person to approve it without one.
 */
export function PayDialog({ asked, onClose }: Props): ReactElement {
  const { pay: words } = useMessages(counterMessages);
  const { otp: codeWords } = useWords();
  const { name, reference, mobile, hasPhone } = asked;
  const said = { name, reference, mobile, amount: `Ksh ${money(asked.amount)}` };
  const code = useCodeSending();
  const form = usePayment(asked, { isSent: code.sending.sent, onClose });
  const byCode = form.values.proof === "code";
  const identityNote = { kind: "hint", text: words.identityHint } as const;
  const whyNote = { kind: "hint", text: words.whyHint } as const;
  return (
    <QuestionDialog
      title={fill(words.ask, said)}
      text={fill(words.askText, said)}
      yes={byCode ? words.yes : words.askPerson}
      notYet={words.notYet}
      form={form}
      onClose={onClose}
    >
      <Field
        label={words.identity}
        bind={form.bind("identity")}
        note={identityNote}
        autoComplete="off"
      />
      {hasPhone ? (
        <Select label={words.proof} bind={form.bind("proof")} options={words.proofs} />
      ) : (
        <Tip meaning="warn">{words.noNumber}</Tip>
      )}
      {byCode && <SendCode payoutId={asked.payoutId} code={code} form={form} />}
      {byCode && <OtpField label={codeWords.label} bind={form.bind("otp")} />}
      {!byCode && <Field label={words.why} bind={form.bind("reason")} note={whyNote} />}
    </QuestionDialog>
  );
}

interface PaymentOptions {
  readonly isSent: boolean;
  readonly onClose: () => void;
}

function usePayment({ payoutId, hasPhone, ...asked }: Waiting, options: PaymentOptions) {
  const all = useWords();
  const { pay: words } = useMessages(counterMessages);
  const renew = useRenewDesk();
  const payByCode = async ({ identity, otp }: Values<Name>): Promise<void> => {
    const { paymentNo } = await call(pay, { body: { payoutId, identity, otp } });
    const given = { name: asked.name, amount: `Ksh ${money(asked.amount)}` };
    const text = fill(words.done, { payment: paymentNo });
    showToast({ kind: "success", text, detail: fill(words.doneDetail, given) });
  };
  const askPerson = async ({ identity, reason }: Values<Name>): Promise<void> => {
    await call(requestPayment, { body: { payoutId, identity, reason } });
    showToast({ kind: "success", text: words.askedPerson, detail: words.askedPersonDetail });
  };
  return useForm<Name>({
    names: ["identity", "proof", "otp", "reason"],
    starting: { proof: hasPhone ? "code" : "person" },
    check({ proof, identity, otp, reason }): Problems<Name> {
      if (proof !== "code") {
        const asking = { payoutId, identity, reason };
        return contractProblems<keyof typeof asking>(requestPayment.body, asking, all);
      }
      const paying = { payoutId, identity, otp };
      const problems = contractProblems<keyof typeof paying>(pay.body, paying, all);
      return { ...problems, ...(problems.otp && !options.isSent && { otp: words.needCode }) };
    },
    async send(values) {
      await (values.proof === "code" ? payByCode(values) : askPerson(values));
      options.onClose();
      await renew(payments, own);
    },
  });
}

interface SendProps {
  readonly payoutId: string;
  readonly code: ReturnType<typeof useCodeSending>;
  readonly form: Form<Name>;
}

function SendCode({ payoutId, code, form }: SendProps): ReactElement {
  const { pay: words } = useMessages(counterMessages);
  const asked = { body: { payoutId }, sameForMs: CODE_LASTS_MS };
  const send = (): void => void code.run(() => call(paymentCode, asked), form);
  return <MemberCode code={code} label={words.send} onSend={send} />;
}
