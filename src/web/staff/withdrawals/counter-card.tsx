import { withdrawalDeskMessages } from "#shared/messages/withdrawals/withdrawal-desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { counterCode, enterWithdrawal, list } from "#shared/contract/withdrawals/desk.ts";
import { type WithdrawalChannel, withdrawalChannels } from "#shared/contract/withdrawals/fields.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { isCode } from "#web/common/code-form.ts";
import { CODE_LASTS_MS, useCodeSending } from "#web/lib/code-sending.ts";
import { type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk.module.css";
import css from "#web/ui/desk-page.module.css";
import { MemberCode } from "../member-code.tsx";
import { useRenewDesk } from "../renew-desk.ts";

const names = ["memberNo", "channel", "amount", "otp"] as const;
type Name = (typeof names)[number];
type Wish = { readonly channel: WithdrawalChannel; readonly amount: string };

const wishOf = ({ channel, amount }: Values<Name>): Wish => ({
  channel: withdrawalChannels.find((one) => one === channel) ?? "office",
  amount: plainAmount(amount.trim()),
});

/** Enters a withdrawal for a member at the counter, with the code that is sent to their phone. */
export function CounterCard(): ReactElement {
  const { counter: words, channels } = useMessages(withdrawalDeskMessages);
  const all = useWords();
  const renew = useRenewDesk();
  const code = useCodeSending();
  const missing = (values: Values<Name>): Problems<Name> => ({
    ...(values.memberNo.trim() === "" && { memberNo: all.problems["field.required"] }),
    ...(values.amount.trim() === "" && { amount: all.problems["field.required"] }),
  });
  const form = useForm<Name>({
    names,
    starting: { channel: "office" },
    check(values) {
      const problem = code.sending.sent ? all.problems["otp.form"] : words.need;
      return { ...missing(values), ...(!isCode(values.otp) && { otp: problem }) };
    },
    async send(values) {
      const params = { memberNo: values.memberNo.trim() };
      const body = { ...wishOf(values), otp: values.otp };
      const { reference } = await call(enterWithdrawal, { params, body });
      showToast({ kind: "success", text: fill(words.done, { reference }) });
      form.put({ memberNo: "", amount: "", otp: "" });
      await renew(list);
    },
  });
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <p>{words.text}</p>
          <Field label={words.memberNo} bind={form.bind("memberNo")} autoComplete="off" />
          <Select label={words.channel} bind={form.bind("channel")} options={channels} />
          <Field
            label={words.amount}
            bind={form.bind("amount")}
            inputMode="decimal"
            autoComplete="off"
          />
          <SendCode code={code} form={form} missing={missing} />
          <OtpField label={all.otp.label} bind={form.bind("otp")} />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <Button look="primary" type="submit" width="full-on-phones" blocked={form.busy}>
            {words.enter}
          </Button>
        </form>
      </div>
    </Card>
  );
}

interface SendProps {
  readonly code: ReturnType<typeof useCodeSending>;
  readonly form: Form<Name>;
  readonly missing: (values: Values<Name>) => Problems<Name>;
}

function SendCode({ code, form, missing }: SendProps): ReactElement {
  const { counter: words } = useMessages(withdrawalDeskMessages);
  const send = (): void => {
    const problems = missing(form.values);
    if (Object.keys(problems).length > 0) return form.reject(problems);
    const params = { memberNo: form.values.memberNo.trim() };
    const body = wishOf(form.values);
    void code.run(() => call(counterCode, { params, body, sameForMs: CODE_LASTS_MS }), form);
  };
  return <MemberCode code={code} label={words.send} onSend={send} width="full-on-phones" />;
}
