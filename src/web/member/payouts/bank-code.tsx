import { ownBankMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef } from "react";
import { bankAccountCode, giveBankAccount } from "#shared/contract/payouts/own-bank.ts";
import { fill } from "#shared/language.ts";
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
import type { Standing } from "./bank-account-page.tsx";
import type { BankProblems, TypedBank } from "./bank-form.tsx";
import css from "./own-bank.module.css";

interface CodeProps {
  readonly standing: Standing;
  readonly asked: TypedBank;
  /** Goes back to the form, whose fields stay. */
  readonly onClose: () => void;
  /** The server rejected a field. */
  readonly onRejected: (problems: BankProblems) => void;
}

/** The question before a bank account is given, and the code that gives it. */
export function BankCode({ standing, asked, onClose, onRejected }: CodeProps): ReactElement {
  const words = useMessages(ownBankMessages);
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
        await call(giveBankAccount, { body: { ...asked, otp } });
      } catch (error) {
        const fields = error instanceof ProblemAnswer ? error.details.fields : {};
        if (Object.keys(asked).some((name) => name in fields)) return onRejected(fields);
        throw error;
      }
      showToast({ kind: "success", text: words.done, detail: words.doneDetail });
      await cache.invalidateQueries();
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <h3 ref={heading} tabIndex={-1}>
        {words.form.question}
      </h3>
      <p>
        {fill(words.form.text, {
          bank: asked.bankName,
          branch: asked.branchCode,
          account: asked.accountNo,
          name: asked.accountName,
        })}
      </p>
      <div role="status">
        <CodeSaid sending={code.sending} />
      </div>
      {code.sending.problem && <Tip meaning="bad">{code.sending.problem}</Tip>}
      <SendCode code={code} asked={asked} number={standing.mobileNo} />
      <OtpField
        label={otpWords.label}
        bind={form.bind("otp")}
        note={{ kind: "hint", text: otpWords.hint }}
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
          {words.form.submit}
        </Button>
        <Button look="quiet" width="full-on-phones" onClick={onClose}>
          {words.form.again}
        </Button>
      </div>
    </form>
  );
}

interface SendProps {
  readonly code: ReturnType<typeof useCodeSending>;
  readonly asked: TypedBank;
  readonly number: string;
}

function SendCode({ code, asked, number }: SendProps): ReactElement {
  const { otp } = useWords();
  const { form: words } = useMessages(ownBankMessages);
  const { sending, wait, run } = code;
  const send = () => run(() => call(bankAccountCode, { body: asked, sameForMs: CODE_LASTS_MS }));
  const again = sending.sent ? otp.sendAgain : fill(words.send, { number });
  const countdown = fill(otp.sendAgainIn, { time: minutesAndSeconds(wait) });
  return (
    <Button width="full-on-phones" blocked={sending.busy || wait > 0} onClick={() => void send()}>
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
