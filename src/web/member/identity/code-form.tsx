import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { useCodeForm } from "#web/common/code-form.ts";
import type { useCodeSending } from "#web/lib/code-sending.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { Button } from "#web/ui/button.tsx";
import { useFocusedHeading } from "#web/member/focused-heading.ts";
import { CodeParts } from "#web/member/send-code.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { KeepForCode } from "#web/member/identity/unsent/keeping.tsx";
import css from "#web/ui/card-form.module.css";

type Fields = Readonly<Record<string, string>>;

interface CodeFormProps {
  readonly words: {
    readonly question: string;
    readonly need: string;
    /** May name the confirmed number as `{number}`. */
    readonly send: string;
    readonly submit: string;
    readonly again: string;
  };
  /** The facts that the code is for. */
  readonly children: ReactElement;
  /** The confirmed number, masked. */
  readonly number: string;
  readonly send: Parameters<ReturnType<typeof useCodeSending>["run"]>[0];
  readonly give: (otp: string) => Promise<void>;
  /** Goes back to the form, whose fields stay. */
  readonly onClose: () => void;
  /** Stores the request until a code can be requested; absent if it would move money. */
  readonly onKeep?: () => void;
  /** The server rejected fields other than the code. */
  readonly onRejected: (problems: Fields) => void;
}

/** The question before something is changed by a code, and the code that changes it. */
export function CodeForm(props: CodeFormProps): ReactElement {
  const { words, children, number, give, onClose, onRejected } = props;
  const heading = useFocusedHeading();
  const { code, form } = useCodeForm(words.need, async (otp) => {
    try {
      await give(otp);
    } catch (error) {
      const rejected: Fields = error instanceof ProblemAnswer ? error.details.fields : {};
      const { otp: ofCode, ...others } = rejected;
      if (ofCode === undefined && Object.keys(others).length > 0) return onRejected(others);
      throw error;
    }
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <h3 ref={heading} tabIndex={-1}>
        {words.question}
      </h3>
      {children}
      <CodeParts code={code} form={form} send={props.send} label={fill(words.send, { number })}>
        {props.onKeep && <KeepForCode onKeep={props.onKeep} />}
      </CodeParts>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
          {words.submit}
        </Button>
        <Button look="quiet" width="full-on-phones" onClick={onClose}>
          {words.again}
        </Button>
      </div>
    </form>
  );
}
