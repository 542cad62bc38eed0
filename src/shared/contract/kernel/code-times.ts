import * as z from "zod/mini";

/**
 * The times of a one-time code that was just sent, in seconds: how long it is valid, and how long
 * until another may be requested. A server of an earlier release leaves them out.
 */
export const codeTimes = {
  validSeconds: z.optional(z.int()),
  againSeconds: z.optional(z.int()),
};

/** The times of a code as the server gives them. */
export interface CodeTimes {
  readonly validSeconds: number;
  readonly againSeconds: number;
}

/** The problems of sending a one-time code. */
export const cannotSend = ["otp-too-soon", "otp-day-cap", "otp-closed", "otp-unavailable"] as const;
