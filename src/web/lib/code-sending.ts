import { useState } from "react";
import { useSecondsUntil } from "./countdown.ts";
import { failureWords, ProblemAnswer } from "./failure.ts";
import { useWords } from "./language.ts";

/** The server's defaults, for an answer that does not give the times of the code. */
export const CODE_LASTS_MS = 5 * 60_000;
const NEXT_CODE_AFTER_MS = 60_000;

/** The times in the answer of a call that sends a code; an earlier server gives none. */
interface GivenTimes {
  readonly validSeconds?: number | undefined;
  readonly againSeconds?: number | undefined;
}

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

/** The form with the field for the code. */
interface CodeForm {
  readonly put: (emptied: { readonly otp: string }) => void;
}

interface CodeSending {
  readonly sending: Sending;
  /** Seconds until another code may be requested. */
  readonly wait: number;
  /** Requests a code, and clears the field of the previous one, with its problem. */
  readonly run: (send: () => Promise<GivenTimes>, form?: CodeForm) => Promise<void>;
}

/** Tracks a requested code: whether it was sent, how long it is valid, and when to ask again. */
export function useCodeSending(): CodeSending {
  const words = useWords();
  const [sending, setSending] = useState(nothingSent);
  const wait = useSecondsUntil(sending.againAt);
  const run: CodeSending["run"] = async (send, form) => {
    form?.put({ otp: "" });
    setSending({ ...sending, busy: true, problem: null });
    try {
      setSending(justSent(await send(), Date.now()));
    } catch (error) {
      setSending({ ...sending, ...refused(error), problem: failureWords(error, words) });
    }
  };
  return { sending, wait, run };
}

/** Returns the state once a code was sent, by the times in the server's answer. */
export function justSent({ validSeconds, againSeconds }: GivenTimes, now: number): Sending {
  return {
    busy: false,
    sent: true,
    problem: null,
    againAt: now + (againSeconds === undefined ? NEXT_CODE_AFTER_MS : againSeconds * 1000),
    expiresAt: now + (validSeconds === undefined ? CODE_LASTS_MS : validSeconds * 1000),
  };
}

function refused(error: unknown): Pick<Sending, "busy" | "againAt"> {
  const seconds = error instanceof ProblemAnswer ? error.details.retryAfter : null;
  return { busy: false, againAt: seconds === null ? null : Date.now() + seconds * 1000 };
}
