const LONGEST_SECONDS = 300;

/**
 * Seconds to wait after a number of attempts: 2, 4, 8 … up to 5 minutes, a quarter more or less by
 * the given chance of 0 to 1, so that messages that failed together are not retried together.
 */
export function backOffSeconds(attempts: number, chance: number): number {
  return Math.min(LONGEST_SECONDS, 2 ** attempts) * (0.75 + chance / 2);
}
