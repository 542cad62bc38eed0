import { randomFraction } from "./random.ts";

/** The longest wait before an attempt. */
export const LONGEST_SECONDS = 300;

/**
 * Seconds to wait after a number of attempts: 2, 4, 8 … up to 5 minutes, varied by up to a
 * quarter as `chance` (0 to 1) says, so that messages that failed together are not retried at once.
 */
function backOffSeconds(attempts: number, chance: number): number {
  return Math.min(LONGEST_SECONDS, 2 ** Math.min(attempts, 9)) * (0.75 + chance / 2);
}

/** Seconds until the next attempt: the back-off, or longer if the other side asked for it. */
export function retryAfterSeconds(attempts: number, asked = 0): number {
  return Math.max(asked, backOffSeconds(attempts, randomFraction()));
}
