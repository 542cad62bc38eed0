import { addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";

/** A request on paper may have lain in the office for this long, in months. */
const LONGEST_AGO = 12;

/** Throws `invalid` with `date.received` at `receivedOn` for a day to come or too long ago. */
export function rejectDayReceived(receivedOn: CalendarDate, today: CalendarDate): void {
  if (receivedOn > today || receivedOn < addMonths(today, -LONGEST_AGO)) {
    throw fieldProblem("receivedOn", "date.received");
  }
}
