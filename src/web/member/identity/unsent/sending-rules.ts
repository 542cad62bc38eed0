import type { SeenFigure, Unsent } from "#web/lib/unsent.ts";

/**
 * For how long an item may be sent again with its key, in milliseconds. The server keeps a key for
 * 48 hours (`LIMIT_IDEMPOTENCY_HOURS`); a phone's clock may be wrong by a few hours.
 */
const KEY_LASTS_MS = 40 * 3_600_000;

/** The longest that the queue waits for a busy server before it tells the member, in seconds. */
const MAX_WAIT_S = 60;

/**
 * The number of lost answers in a row after which the other items are sent first, if the server is
 * reachable. A call takes 20 seconds at most, so they wait for a minute, as for a busy server.
 */
const MAX_LOST = 3;

/** For how long the others go first, in milliseconds: each retry may delay them for 20 seconds. */
export const STUCK_MS = 5 * 60_000;

/**
 * The state of a queued item: it waits for a connection, a code or the member's decision, or is
 * stuck because its answers get lost although the server is reachable.
 */
export type Standing = "waiting" | "code" | "rejected" | "changed" | "stuck";

export function standingOf({ kind, problem, changed, stuckUntil }: Unsent): Standing {
  if (kind === null) return "code";
  if (problem !== "") return "rejected";
  if (changed) return "changed";
  return stuckUntil > 0 ? "stuck" : "waiting";
}

/**
 * Returns the item to send next: the oldest one that needs only a connection or, if there is none,
 * a stuck one whose wait is over.
 */
export function nextOf(all: readonly Unsent[], memberNo: string, now: number): Unsent | undefined {
  const own = all.filter((one) => one.memberNo === memberNo);
  const isDue = (one: Unsent): boolean => standingOf(one) === "stuck" && one.stuckUntil <= now;
  return own.find((one) => standingOf(one) === "waiting") ?? own.find(isDue);
}

/**
 * Whether the others are sent before an item whose answer was lost.
 *
 * @param tries the number of previous attempts whose answer was lost
 */
export function isHoldingUp({ stuckUntil }: Unsent, tries: number): boolean {
  return stuckUntil > 0 || tries + 1 >= MAX_LOST;
}

/**
 * Whether the server may no longer know the key with which an item was sent before, so that a
 * repeat could take effect twice. A clock that was set back counts as too late.
 */
export function isKeyGone(triedAt: number | null, now: number): boolean {
  return triedAt !== null && Math.abs(now - triedAt) > KEY_LASTS_MS;
}

/**
 * Returns the current figures if any differs from what the member saw; otherwise null. A figure
 * that was unknown then is not compared. The values of `now` are in the order of `saw`.
 */
export function changedFigures(
  saw: readonly SeenFigure[],
  now: readonly string[],
): readonly SeenFigure[] | null {
  const isChanged = saw.some(({ value }, index) => value !== "" && value !== now[index]);
  return isChanged ? saw.map(({ term }, index) => ({ term, value: now[index] ?? "" })) : null;
}

interface Rejection {
  readonly status: number;
  readonly reason: string;
  readonly retryAfter: number | null;
}

/**
 * Returns the number of seconds after which a call that failed with a problem is retried
 * automatically; null if it is not retried.
 *
 * @param tries the number of previous attempts with this answer
 */
export function retryAfter(
  { status, reason, retryAfter: asked }: Rejection,
  tries: number,
): number | null {
  const isBusy = status === 429 || status === 503 || reason === "in-progress";
  if (isBusy && asked !== null) return asked <= MAX_WAIT_S ? asked : null;
  return status >= 500 && tries < 5 ? pauseAfter(tries) : null;
}

/** Returns how long to wait after a lost answer, in seconds: 1, 2, 4 … at most 30. */
export function pauseAfter(tries: number): number {
  return Math.min(2 ** tries, 30);
}
