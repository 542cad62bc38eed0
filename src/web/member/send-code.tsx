import type { ReactElement, ReactNode } from "react";
import { fill } from "#shared/language.ts";
import type { useCodeSending } from "#web/lib/code-sending.ts";
import { minutesAndSeconds } from "#web/lib/countdown.ts";
import type { Form } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeSentNotice } from "#web/ui/code-sent-notice.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Tip } from "#web/ui/tip.tsx";

type CodeSending = ReturnType<typeof useCodeSending>;

interface SendCodeProps {
  readonly code: CodeSending;
  /** The form with the field `otp`. */
  readonly form: Pick<Form<"otp">, "alert" | "bind" | "busy" | "put">;
  readonly send: Parameters<CodeSending["run"]>[0];
  /** The label of the button before the first code, if it differs. */
  readonly label?: string | undefined;
  /** Gets the focus when its dialog opens. */
  readonly first?: boolean;
}

/** The button that sends a code and counts down to the next. */
export function SendCode({ code, form, send, label, first }: SendCodeProps): ReactElement {
  const { otp } = useWords();
  const { sending, wait, run } = code;
  const again = sending.sent ? otp.sendAgain : (label ?? otp.send);
  const countdown = fill(otp.sendAgainIn, { time: minutesAndSeconds(wait) });
  return (
    <Button
      needsNetwork
      {...(first && { first })}
      width={first ? "full" : "full-on-phones"}
      blocked={sending.busy || wait > 0}
      onClick={() => void run(send, form)}
    >
      {wait > 0 ? countdown : sending.busy ? otp.sending : again}
    </Button>
  );
}

interface NewsProps extends Pick<SendCodeProps, "code" | "form"> {
  /** Where the code was sent and how long it is valid, if not to the mobile number. */
  readonly sentText?: string;
}

/** The result of sending a code, until its form is sent or has a problem. */
export function CodeNews({ code, form, sentText }: NewsProps): ReactElement {
  const { sending } = code;
  const isOver = form.busy || Boolean(form.alert ?? form.bind("otp").error);
  return (
    <>
      <div role="status">
        <CodeSentNotice sending={sending} isOver={isOver} {...(sentText && { text: sentText })} />
      </div>
      {sending.problem && <Tip meaning="bad">{sending.problem}</Tip>}
    </>
  );
}

/** The field for the code. */
export function CodeField({ form }: Pick<SendCodeProps, "form">): ReactElement {
  const { otp } = useWords();
  return (
    <OtpField label={otp.label} bind={form.bind("otp")} note={{ kind: "hint", text: otp.hint }} />
  );
}

/** Sends a code, shows the result, and has the field for the code. */
export function CodeParts(
  props: SendCodeProps & NewsProps & { readonly children?: ReactNode },
): ReactElement {
  return (
    <>
      <CodeNews {...props} />
      {props.children}
      <SendCode {...props} />
      <CodeField form={props.form} />
    </>
  );
}
