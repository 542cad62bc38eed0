import type { SeenFigure, Unsent } from "#web/lib/unsent.ts";

/**
 * For how long something may be sent again with its key, in milliseconds. The server keeps a key
 * for 48 hours (`LIMIT_IDEMPOTENCY_HOURS`); a phone's clock may be wrong by a few.
 */
const KEY_LASTS_MS = 40 * 3_600_000;

/** How long the queue waits for the server at most before the member is told, in seconds. */
const MAX_WAIT_S = 60;

/**
 * After how many lost answers in a row the others are sent first, if the server is there. With the
 * 20 seconds that a call takes at most, they wait for a minute, as for a busy server.
 */
const MAX_LOST = 3;

/** For how long they are sent first, in milliseconds: each try may hold them up for 20 seconds. */
export const STUCK_MS = 5 * 60_000;

/**
 * Where something stands: it waits for the line, for a code or for its member's decision, or its
 * answers get lost though the server is there.
 */
export type Standing = "waiting" | "code" | "rejected" | "changed" | "stuck";

export function standingOf({ kind, problem, changed, stuckUntil }: Unsent): Standing {
  if (kind === null) return "code";
  if (problem !== "") return "rejected";
  if (changed) return "changed";
  return stuckUntil > 0 ? "stuck" : "waiting";
}

/**
 * Returns what is sent next: the oldest that waits for nothing but the line; after all of those,
 * one that was stuck and whose time has come.
 */
export function nextOf(all: readonly Unsent[], memberNo: string, now: number): Unsent | undefined {
  const own = all.filter((one) => one.memberNo === memberNo);
  const isDue = (one: Unsent): boolean => standingOf(one) === "stuck" && one.stuckUntil <= now;
  return own.find((one) => standingOf(one) === "waiting") ?? own.find(isDue);
}

/**
 * Whether the others are sent before something whose answer was lost.
 *
 * @param tries how many calls before this one were lost
 */
export function isHoldingUp({ stuckUntil }: Unsent, tries: number): boolean {
  return stuckUntil > 0 || tries + 1 >= MAX_LOST;
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
  if (isBusy && asked !== null) return asked <= MAX_WAIT_S ? asked : null;
  return status >= 500 && tries < 5 ? pauseAfter(tries) : null;
}

/** Returns how long to wait after a lost answer, in seconds: 1, 2, 4 … at most 30. */
export function pauseAfter(tries: number): number {
  return Math.min(2 ** tries, 30);
}
