import type { Messages } from "#shared/messages/en.ts";

interface RejectedDetails {
  readonly status: number;
  readonly message: string;
  /** The problem's name on the wire, such as `otp-too-soon`; empty when the server gave none. */
  readonly reason: string;
  /** The messages of single fields, by their name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | null;
}

/** The server answered with a problem. Its message is in the member's language, or empty. */
export class ProblemAnswer extends Error {
  readonly details: RejectedDetails;

  constructor(details: RejectedDetails) {
    super(details.message);
    this.name = "ProblemAnswer";
    this.details = details;
  }
}

/** No answer came, so it is unknown whether the server executed the request. */
export class Unreachable extends Error {
  readonly why: "network" | "time-out";

  constructor(why: "network" | "time-out") {
    super(why);
    this.name = "Unreachable";
    this.why = why;
  }
}

/** Returns the text to show for a failure: the server's own message where there is one. */
export function failureWords(error: unknown, words: Messages): string {
  if (error instanceof ProblemAnswer && error.message) return error.message;
  if (error instanceof Unreachable) {
    return error.why === "network" ? words.failure.network : words.failure.timeOut;
  }
  return words.failure.unexpected;
}

/** Whether a page or record was not found, or its name in the address is not valid. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ProblemAnswer && [404, 422].includes(error.details.status);
}
