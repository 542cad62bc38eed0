import type { Limits } from "#server/kernel/platform/limits.ts";

type SignInLimits = Pick<
  Limits,
  | "signInFailuresBeforeDelay"
  | "signInFirstDelaySeconds"
  | "signInFailuresBeforeLock"
  | "signInLockMinutes"
>;

/** Returns the seconds to wait after wrong guesses in a row: none, doubling, then the lock. */
export function pauseAfter(failures: number, limits: SignInLimits): number {
  if (failures >= limits.signInFailuresBeforeLock) return limits.signInLockMinutes * 60;
  const over = failures - limits.signInFailuresBeforeDelay;
  return over < 0 ? 0 : limits.signInFirstDelaySeconds * 2 ** over;
}
