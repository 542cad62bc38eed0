import { Problem } from "#server/kernel/platform/problem.ts";

/** The time after sign-in in which a member may download their personal data. */
export const FRESH_MINUTES = 10;

/** Rejects a session that did not begin within the last minutes. */
export function requireFreshSignIn(isFresh: boolean): void {
  if (!isFresh) throw new Problem("sign-in-again", { values: { minutes: FRESH_MINUTES } });
}
