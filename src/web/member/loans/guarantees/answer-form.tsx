import { guaranteesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useRef } from "react";
import { acceptance, answerCode, decline } from "#shared/contract/loans/guarantees.ts";
import { fill } from "#shared/language.ts";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS, useCodeSending } from "#web/lib/code-sending.ts";
import { minutesAndSeconds } from "#web/lib/countdown.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeSaid } from "#web/ui/code-said.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { paths } from "#web/paths.ts";
import { KeepForCode } from "#web/member/identity/unsent/keeping.tsx";
import { keepForCode } from "#web/member/identity/unsent/outbox.ts";
import css from "./guarantees.module.css";
import type { Answer, GuaranteeRequest } from "./requests-page.tsx";

interface AnswerFormProps {
  readonly request: GuaranteeRequest;
  readonly answer: Answer;
  readonly onBack: () => void;
  readonly onAnswered: (answer: Answer) => Promise<void>;
  /** The request can no longer be answered. */
  readonly onTooLate: () => Promise<void>;
}

/** The name of the draft of an answer to a request. */
export const answerDraft = (id: string): string => `guarantee ${id}`;

/** The code for one request: sent, typed, and submitted with the answer. */
export function AnswerForm(props: AnswerFormProps): ReactElement {
  const { request, answer, onBack, onAnswered, onTooLate } = props;
  const { requests: words, code: codeWords } = useMessages(guaranteesMessages);
  const { problems } = useWords();
  const code = useCodeSending();
  const { id, memberName: name, amountGuaranteed } = request;
  const amount = formatMoney(fromWireAmount(amountGuaranteed));
  const heading = useFocusedHeading();
  const form = useForm<"otp">({
    names: ["otp"],
    check({ otp }) {
      if (/^\d{6}$/.test(otp)) return {};
      return { otp: code.sending.sent ? problems["otp.form"] : codeWords.need };
    },
    async send({ otp }) {
      const endpoint = answer === "acceptance" ? acceptance : decline;
      try {
        await call(endpoint, { params: { id }, body: { otp } });
      } catch (error) {
        if (isTooLate(error)) return onTooLate();
        throw error;
      }
      await onAnswered(answer);
    },
  });
  const isAccepting = answer === "acceptance";
  const keepAnswer = () =>
    keepForCode(answerDraft(id), {
      what: `${fill(words.asks, { name, amount })}: ${isAccepting ? words.accept : words.decline}`,
      address: paths.guaranteeRequests,
      drafts: { [answerDraft(id)]: { answer } },
    });
  return (
    <form className={css["answer"]} onSubmit={form.submit} noValidate>
      <h3 ref={heading} tabIndex={-1}>
        {words.answerTitle}
      </h3>
      <p className={css["meaning"]}>
        {fill(isAccepting ? words.acceptText : words.declineText, { amount, name })}
      </p>
      <div role="status">
        <CodeSaid sending={code.sending} />
      </div>
      {code.sending.problem && <Tip meaning="bad">{code.sending.problem}</Tip>}
      <KeepForCode onKeep={() => void keepAnswer()} />
      <div className={css["pair"]}>
        <Otp bind={form.bind("otp")} />
        <SendCode code={code} id={id} form={form} />
      </div>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button
          look={isAccepting ? "primary" : "danger"}
          width="full-on-phones"
          type="submit"
          blocked={form.busy}
        >
          {isAccepting ? fill(words.confirmAccept, { amount }) : words.confirmDecline}
        </Button>
        <Button look="quiet" width="full-on-phones" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  );
}

/** Whether the borrower changed or withdrew it, or it was answered on another screen. */
function isTooLate(error: unknown): boolean {
  return error instanceof ProblemAnswer && error.details.reason === "guarantee-state";
}

function Otp({ bind }: Pick<Parameters<typeof OtpField>[0], "bind">): ReactElement {
  const { otp } = useWords();
  return <OtpField label={otp.label} bind={bind} note={{ kind: "hint", text: otp.hint }} />;
}

interface SendCodeProps {
  readonly code: ReturnType<typeof useCodeSending>;
  readonly id: string;
  readonly form: Form<"otp">;
}

function SendCode({ code, id, form }: SendCodeProps): ReactElement {
  const { otp } = useWords();
  const { code: words } = useMessages(guaranteesMessages);
  const { sending, wait, run } = code;
  const asked = { params: { id }, body: {}, sameForMs: CODE_LASTS_MS };
  const ask = (): void => void run(() => call(answerCode, asked), form);
  const again = sending.sent ? otp.sendAgain : words.send;
  const countdown = fill(otp.sendAgainIn, { time: minutesAndSeconds(wait) });
  return (
    <div className={css["send"]}>
      <Button needsNetwork width="full-on-phones" blocked={sending.busy || wait > 0} onClick={ask}>
        {wait > 0 ? countdown : sending.busy ? otp.sending : again}
      </Button>
    </div>
  );
}

/** The buttons that opened the form are gone, so its heading takes the focus. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
