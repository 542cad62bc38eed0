import type { MonthRow } from "./queries.ts";

/** The number of months for which a missing check-off is still reported. */
const NEWS_MONTHS = 3;

const incomplete: ReadonlySet<MonthRow["state"]> = new Set(["short", "missing"]);

/** The states of a month that end a gap: a month that still waits does not end it. */
const complete: ReadonlySet<MonthRow["state"]> = new Set(["arrived", "nothing", "not-member"]);

/** Returns the latest months with a missing amount, back to the last complete one. */
export function latestGap(rows: readonly MonthRow[]): MonthRow[] {
  const newest = rows.slice(0, NEWS_MONTHS).findIndex(({ state }) => incomplete.has(state));
  if (newest === -1) return [];
  const from = rows.slice(newest);
  const end = from.findIndex(({ state }) => complete.has(state));
  return from.slice(0, end === -1 ? undefined : end).filter(({ state }) => incomplete.has(state));
}
