import type { SeenFigure, Unsent } from "#web/lib/unsent.ts";

/**
 * For how long something may be sent again with its key, in milliseconds. The server keeps a key
 * for 48 hours (`LIMIT_IDEMPOTENCY_HOURS`); a phone's clock may be wrong by a few.
 */
const KEY_LASTS_MS = 40 * 3_600_000;

/** How long the queue waits for the server at most before the member is told, in seconds. */
const MOST_WAIT_S = 60;

/** Where something stands: it waits for the line, for a code or for its member's decision. */
export type Standing = "waiting" | "code" | "rejected" | "changed";

export function standingOf({ kind, problem, changed }: Unsent): Standing {
  if (kind === null) return "code";
  if (problem !== "") return "rejected";
  return changed ? "changed" : "waiting";
}

/** Returns what is sent next: the oldest that waits for nothing but the line. */
export function nextOf(all: readonly Unsent[], memberNo: string): Unsent | undefined {
  return all.find((one) => one.memberNo === memberNo && standingOf(one) === "waiting");
}

/**
 * Whether the server may no longer know the key with which something was sent before: a repeat
 * could then be a second one. A clock that was set back counts as too late.
 */
export function isKeyGone(triedAt: number | null, now: number): boolean {
  return triedAt !== null && Math.abs(now - triedAt) > KEY_LASTS_MS;
}

/**
 * Returns the figures of today if one of those that the member saw is another; else null. One that
 * was not known then is not compared. Values are in the order of the figures.
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
 * Returns after how many seconds a call that was answered with a problem is made again by itself;
 * null if the problem is the answer.
 *
 * @param tries how many calls before this one were answered so
 */
export function retryAfter(
  { status, reason, retryAfter: asked }: Rejection,
  tries: number,
): number | null {
  const isBusy = status === 429 || status === 503 || reason === "in-progress";
  if (isBusy && asked !== null) return asked <= MOST_WAIT_S ? asked : null;
  return status >= 500 && tries < 5 ? pauseAfter(tries) : null;
}

/** Returns how long to wait after a lost answer, in seconds: 1, 2, 4 … at most 30. */
export function pauseAfter(tries: number): number {
  return Math.min(2 ** tries, 30);
}
