import { addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";

/** The longest time that a paper request may have waited in the office, in months. */
const LONGEST_AGO = 12;

/**
 * Throws `invalid` with `date.received` at `receivedOn` for a day in the future or too long ago.
 */
export function rejectDayReceived(receivedOn: CalendarDate, today: CalendarDate): void {
  if (receivedOn > today || receivedOn < addMonths(today, -LONGEST_AGO)) {
    throw fieldProblem("receivedOn", "date.received");
  }
}
