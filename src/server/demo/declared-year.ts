import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { yearOf } from "#shared/public-holidays.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { HistoryEvent, PlannedEntry } from "./history.ts";
import { demoRates } from "./society.ts";

const PREPARES = "staff:ST9003";
const APPROVES = "staff:ST9005";

/** However long ago it was declared, there is time left to choose. */
const DAYS_LEFT = 21;

/**
 * The reference of the latest dividend, which is declared by the commands; null before the first.
 */
export function latestMeeting(events: readonly HistoryEvent[]): string | null {
  const declared = events.findLast(isDeclared);
  return declared?.referenceNo ?? null;
}

/** Whether an event is a member's part of the dividend declared at a meeting. */
export function isOfMeeting(event: HistoryEvent | undefined, meeting: string | null): boolean {
  return event !== undefined && isDeclared(event) && event.referenceNo === meeting;
}

function isDeclared(event: HistoryEvent): event is PlannedEntry {
  return event.what === "posts" && event.kind === "dividend-declared";
}

/** Declares the latest year as the office does, at the meeting, for all members at once. */
export async function declareLatestYear(
  work: UnitOfWork,
  meeting: CalendarDate,
  today: CalendarDate,
): Promise<void> {
  const year = yearOf(meeting) - 1;
  const [rates] = demoRates;
  const declared = {
    year,
    shareRateBasisPoints: rates.shareCapital * 100,
    depositRateBasisPoints: rates.deposits * 100,
    weighting: "from-the-month",
    booksClosedOn: `${year}-12-31` as CalendarDate,
    agmReference: `AGM-${year + 1}`,
    holdArrears: false,
    opensOn: meeting,
    closesOn: addDays(today, DAYS_LEFT),
    defaultMode: "share-capital",
  } as const;
  await declare(work, declared, PREPARES);
  await approve(work, year, { by: APPROVES });
  await postAllMembers(work, year, { by: PREPARES });
}
