import { guaranteesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { acceptance, answerCode, decline } from "#shared/contract/loans/guarantees.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { useCodeForm } from "#web/common/code-form.ts";
import { CODE_LASTS_MS } from "#web/lib/code-sending.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { Button } from "#web/ui/button.tsx";
import { useFocusedHeading } from "#web/member/focused-heading.ts";
import { CodeField, CodeNews, SendCode } from "#web/member/send-code.tsx";
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
  const { id, memberName: name, amountGuaranteed } = request;
  const amount = money(amountGuaranteed);
  const heading = useFocusedHeading();
  const { code, form } = useCodeForm(codeWords.need, async (otp) => {
    const endpoint = answer === "acceptance" ? acceptance : decline;
    try {
      await call(endpoint, { params: { id }, body: { otp } });
    } catch (error) {
      if (isTooLate(error)) return onTooLate();
      throw error;
    }
    await onAnswered(answer);
  });
  const asked = { params: { id }, body: {}, sameForMs: CODE_LASTS_MS };
  const sendAnswerCode = () => call(answerCode, asked);
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
      <CodeNews code={code} form={form} />
      <KeepForCode onKeep={() => void keepAnswer()} />
      <div className={css["pair"]}>
        <CodeField form={form} />
        <div className={css["send"]}>
          <SendCode code={code} form={form} send={sendAnswerCode} label={codeWords.send} />
        </div>
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
