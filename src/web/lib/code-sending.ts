import { useState } from "react";
import { useSecondsUntil } from "./countdown.ts";
import { failureWords, ProblemAnswer } from "./failure.ts";
import { useWords } from "./language.ts";

/** As on the server: a code is valid for five minutes, and another may be requested after one. */
export const CODE_LASTS_MS = 5 * 60_000;
const NEXT_CODE_AFTER_MS = 60_000;

/** The state of sending a code. */
export interface Sending {
  readonly busy: boolean;
  readonly sent: boolean;
  readonly problem: string | null;
  readonly againAt: number | null;
  readonly expiresAt: number | null;
}

const nothingSent: Sending = {
  busy: false,
  sent: false,
  problem: null,
  againAt: null,
  expiresAt: null,
};

interface CodeSending {
  readonly sending: Sending;
  /** Seconds until another code may be requested. */
  readonly wait: number;
  readonly run: (send: () => Promise<unknown>) => Promise<void>;
}

/** Tracks a requested code: whether it was sent, how long it is valid, and when to ask again. */
export function useCodeSending(): CodeSending {
  const words = useWords();
  const [sending, setSending] = useState(nothingSent);
  const wait = useSecondsUntil(sending.againAt);
  const run = async (send: () => Promise<unknown>): Promise<void> => {
    setSending({ ...sending, busy: true, problem: null });
    try {
      await send();
      setSending(justSent());
    } catch (error) {
      setSending({ ...sending, ...refused(error), problem: failureWords(error, words) });
    }
  };
  return { sending, wait, run };
}

function justSent(): Sending {
  const now = Date.now();
  return {
    busy: false,
    sent: true,
    problem: null,
    againAt: now + NEXT_CODE_AFTER_MS,
    expiresAt: now + CODE_LASTS_MS,
  };
}

function refused(error: unknown): Pick<Sending, "busy" | "againAt"> {
  const seconds = error instanceof ProblemAnswer ? error.details.retryAfter : null;
  return { busy: false, againAt: seconds === null ? null : Date.now() + seconds * 1000 };
}
