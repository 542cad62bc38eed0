import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { memberCodeMessages } from "#shared/messages/office/member-code.ts";
import type { useCodeSending } from "#web/lib/code-sending.ts";
import { minutesAndSeconds } from "#web/lib/countdown.ts";
import { useWords } from "#web/lib/language.ts";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { CodeSentNotice } from "#web/ui/code-sent-notice.tsx";
import { Tip } from "#web/ui/tip.tsx";

interface Props extends Pick<ButtonProps, "width"> {
  readonly code: ReturnType<typeof useCodeSending>;
  /** The button before a first code was sent. */
  readonly label: string;
  readonly onSend: () => void;
}

/** The button that sends a code to the member's phone, and the result. */
export function MemberCode({ code, label, onSend, width = "full" }: Props): ReactElement {
  const { sending, wait } = code;
  const { sentText } = useMessages(memberCodeMessages);
  const { otp } = useWords();
  const again = sending.sent ? otp.sendAgain : label;
  const countdown = fill(otp.sendAgainIn, { time: minutesAndSeconds(wait) });
  return (
    <>
      <div role="status">
        <CodeSentNotice sending={sending} text={sentText} />
      </div>
      {sending.problem && <Tip meaning="bad">{sending.problem}</Tip>}
      <Button width={width} blocked={sending.busy || wait > 0} onClick={onSend}>
        {wait > 0 ? countdown : sending.busy ? otp.sending : again}
      </Button>
    </>
  );
}
