import { nairobiDate } from "#shared/calendar-date.ts";

/** The last days, weeks and months of which the newest backup is kept. */
export const KEPT = { days: 7, weeks: 5, months: 12 } as const;

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const MONDAY_OFFSET = 3;

/**
 * Returns the backups to keep: the newest of each of the last days, weeks and months that have one,
 * in Nairobi. Counting existing backups keeps the old ones when no new ones are made.
 */
export function keptBackups(made: readonly Date[]): Date[] {
  const newestFirst = made.toSorted((a, b) => b.getTime() - a.getTime());
  const kept = new Set([
    ...newestOfEach(newestFirst, nairobiDate, KEPT.days),
    ...newestOfEach(newestFirst, weekOf, KEPT.weeks),
    ...newestOfEach(newestFirst, (at) => nairobiDate(at).slice(0, 7), KEPT.months),
  ]);
  return newestFirst.filter((at) => kept.has(at));
}

function newestOfEach(
  newestFirst: readonly Date[],
  periodOf: (at: Date) => string,
  periods: number,
): Date[] {
  const newest = new Map<string, Date>();
  for (const at of newestFirst) if (!newest.has(periodOf(at))) newest.set(periodOf(at), at);
  return [...newest.values()].slice(0, periods);
}

function weekOf(at: Date): string {
  const day = Date.parse(nairobiDate(at)) / DAY_MS;
  return String(Math.floor((day + MONDAY_OFFSET) / 7));
}
