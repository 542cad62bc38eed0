import type { Messages } from "#shared/messages/en.ts";

interface RefusedDetails {
  readonly status: number;
  readonly message: string;
  /** The server's name for why, such as `otp-too-soon`; empty when it gave none. */
  readonly reason: string;
  /** Words for single fields, by their name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before another try makes sense. */
  readonly retryAfter: number | null;
}

/** The server answered, and said no. Its message is in the member's language, or empty. */
export class ProblemAnswer extends Error {
  readonly details: RefusedDetails;

  constructor(details: RefusedDetails) {
    super(details.message);
    this.name = "ProblemAnswer";
    this.details = details;
  }
}

/** No answer came: whether the server did what was asked is not known. */
export class Unreachable extends Error {
  readonly why: "network" | "time-out";

  constructor(why: "network" | "time-out") {
    super(why);
    this.name = "Unreachable";
    this.why = why;
  }
}

/** What to tell a member about something that failed: the server's words where it gave any. */
export function failureWords(error: unknown, words: Messages): string {
  if (error instanceof ProblemAnswer && error.message) return error.message;
  if (error instanceof Unreachable) {
    return error.why === "network" ? words.failure.network : words.failure.timeOut;
  }
  return words.failure.unexpected;
}

/** Whether a page asked for something there is not, or by a name that nothing has. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ProblemAnswer && [404, 422].includes(error.details.status);
}
