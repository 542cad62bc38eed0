import type { ReactElement } from "react";
import type { Sending } from "#web/lib/code-sending.ts";
import { useSecondsUntil } from "#web/lib/countdown.ts";
import { useWords } from "#web/lib/language.ts";
import { Tip } from "./tip.tsx";

interface CodeSaidProps {
  readonly sending: Sending;
  /** Where it went and how long it lasts, on a page of somebody other than its owner. */
  readonly text?: string;
}

/** Says that a code was sent, and when it expires; belongs inside a status region. */
export function CodeSaid({ sending, text }: CodeSaidProps): ReactElement | null {
  const { otp } = useWords();
  const lives = useSecondsUntil(sending.expiresAt) > 0;
  if (!sending.sent || sending.problem) return null;
  return (
    <Tip meaning={lives ? "ok" : "warn"}>
      <b>{lives ? otp.sent : otp.expired}</b> {lives ? (text ?? otp.sentText) : otp.expiredText}
    </Tip>
  );
}
