import { withdrawalsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef } from "react";
import { askWithdrawal, withdrawalCode } from "#shared/contract/withdrawals/own.ts";
import { fill } from "#shared/language.ts";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS, useCodeSending } from "#web/lib/code-sending.ts";
import { minutesAndSeconds } from "#web/lib/countdown.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeSaid } from "#web/ui/code-said.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { bodyOf, type TypedWithdrawal } from "./typed-withdrawal.ts";
import type { Standing } from "./withdraw-page.tsx";
import css from "./withdrawals.module.css";

interface CodeProps {
  readonly standing: Standing;
  readonly asked: TypedWithdrawal;
  /** Goes back to the form, whose fields stay unless the withdrawal was made. */
  readonly onClose: (isDone: boolean) => void;
  /** The server rejected the amount, which changed meanwhile. */
  readonly onRejected: (problem: string) => void;
}

/** The question before a withdrawal, and the code that makes it. */
export function WithdrawCode({ standing, asked, onClose, onRejected }: CodeProps): ReactElement {
  const words = useMessages(withdrawalsMessages);
  const { otp: otpWords, problems } = useWords();
  const cache = useQueryClient();
  const code = useCodeSending();
  const heading = useFocusedHeading();
  const form = useForm<"otp">({
    names: ["otp"],
    check({ otp }) {
      if (/^\d{6}$/.test(otp)) return {};
      return { otp: code.sending.sent ? problems["otp.form"] : words.form.need };
    },
    async send({ otp }) {
      try {
        const { reference } = await call(askWithdrawal, { body: { ...bodyOf(asked), otp } });
        showToast({ kind: "success", text: fill(words.done, { reference }) });
      } catch (error) {
        const problem = error instanceof ProblemAnswer ? error.details.fields["amount"] : undefined;
        if (problem === undefined) throw error;
        return onRejected(problem);
      }
      await cache.invalidateQueries();
      onClose(true);
    },
  });
  const amount = asked.amount === null ? "" : formatMoney(asked.amount);
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <h3 ref={heading} tabIndex={-1}>
        {fill(words.form.question, { amount })}
      </h3>
      <Consequence standing={standing} asked={asked} />
      <div role="status">
        <CodeSaid sending={code.sending} />
      </div>
      {code.sending.problem && <Tip meaning="bad">{code.sending.problem}</Tip>}
      <SendCode code={code} asked={asked} />
      <OtpField
        label={otpWords.label}
        bind={form.bind("otp")}
        note={{ kind: "hint", text: otpWords.hint }}
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
          {fill(words.form.withdraw, { amount })}
        </Button>
        <Button look="quiet" width="full-on-phones" onClick={() => onClose(false)}>
          {words.form.change}
        </Button>
      </div>
    </form>
  );
}

function Consequence({ standing, asked }: Pick<CodeProps, "standing" | "asked">): ReactElement {
  const { form: words, rules: ruleWords } = useMessages(withdrawalsMessages);
  const { rules, leftToday, mobileNo: number, bank } = standing;
  const { channel, amount: cents } = asked;
  const amount = cents === null ? "" : formatMoney(cents);
  const atOffice = bank ? words.toAccount : words.toOffice;
  const where = channel === "phone" ? words.toPhone : atOffice;
  // All withdrawals of a day count together.
  const left = fromWireAmount(rules.approvalAbove - rules.largestDay + leftToday);
  const waits = cents !== null && cents > left;
  return (
    <p>
      {fill(where, { amount, number, account: bank?.accountNo ?? "", bank: bank?.bankName ?? "" })}
      {waits && ` ${words.waits}`}
      {rules.noticeDays > 0 && ` ${fill(ruleWords.days, { days: rules.noticeDays })}.`}
      {rules.fee > 0 && ` ${ruleWords.fee}: Ksh ${formatMoney(fromWireAmount(rules.fee))}.`}
    </p>
  );
}

interface SendProps {
  readonly code: ReturnType<typeof useCodeSending>;
  readonly asked: TypedWithdrawal;
}

function SendCode({ code, asked }: SendProps): ReactElement {
  const { otp } = useWords();
  const { form: words } = useMessages(withdrawalsMessages);
  const { sending, wait, run } = code;
  const body = bodyOf(asked);
  const send = () => run(() => call(withdrawalCode, { body, sameForMs: CODE_LASTS_MS }));
  const again = sending.sent ? otp.sendAgain : words.send;
  const countdown = fill(otp.sendAgainIn, { time: minutesAndSeconds(wait) });
  return (
    <Button
      needsNetwork
      width="full-on-phones"
      blocked={sending.busy || wait > 0}
      onClick={() => void send()}
    >
      {wait > 0 ? countdown : sending.busy ? otp.sending : again}
    </Button>
  );
}

/** The button that opened the question is gone, so its heading takes the focus. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
