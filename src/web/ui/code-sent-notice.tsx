import { type ReactElement, useState } from "react";
import type { Sending } from "#web/lib/code-sending.ts";
import { useSecondsUntil } from "#web/lib/countdown.ts";
import { useWords } from "#web/lib/language.ts";
import { Tip } from "./tip.tsx";

interface CodeSentNoticeProps {
  readonly sending: Sending;
  /**
   * Where the code was sent and how long it is valid, on a page of somebody other than its owner.
   */
  readonly text?: string;
  /**
   * Whether its form was sent or has a problem; from then on, the message about this code is
   * outdated.
   */
  readonly isOver?: boolean;
}

/** Says that a code was sent, and when it expires; belongs inside a status region. */
export function CodeSentNotice({
  sending,
  text,
  isOver = false,
}: CodeSentNoticeProps): ReactElement | null {
  const { otp } = useWords();
  const [old, setOld] = useState<number | null>(null);
  const { expiresAt } = sending;
  if (isOver && old !== expiresAt) setOld(expiresAt);
  const lives = useSecondsUntil(expiresAt) > 0;
  if (!sending.sent || sending.problem || (lives && old === expiresAt)) return null;
  return (
    <Tip meaning={lives ? "ok" : "warn"}>
      <b>{lives ? otp.sent : otp.expired}</b> {lives ? (text ?? otp.sentText) : otp.expiredText}
    </Tip>
  );
}
