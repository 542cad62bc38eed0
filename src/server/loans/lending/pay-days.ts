import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { LONGEST_TERM } from "#shared/loan-term.ts";
import { lastOfMonth, monthOf, payDayIn, payDaysAfter } from "#shared/pay-day.ts";
import { officeCalendar } from "#server/cases/casework/office-calendar.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { type LoanPolicy, policyInForce } from "./loan-policy.ts";

/** Returns the pay days of the months after this one, for the longest term; none without a rule. */
export async function payDaysAhead(snapshot: Snapshot): Promise<CalendarDate[]> {
  const { payDay: day, payDayRest: rest } = await policyInForce(snapshot);
  if (day === 0) return [];
  const calendar = await officeCalendar(snapshot);
  return payDaysAfter(calendar.today, LONGEST_TERM, { day, rest }, calendar);
}

/**
 * Returns the last day of the latest month whose pay day and days of grace have passed; deductions
 * due after it can still be received. Null if no pay day is set.
 */
export async function paidMonthsEnd(
  snapshot: Snapshot,
  { payDay: day, payDayRest: rest, missedGraceDays }: LoanPolicy,
): Promise<CalendarDate | null> {
  if (day === 0) return null;
  const calendar = await officeCalendar(snapshot);
  let month = monthOf(calendar.today);
  const isOver = () => {
    const payDay = payDayIn(month, { day, rest }, calendar);
    return addDays(payDay, missedGraceDays) < calendar.today;
  };
  while (!isOver()) month = addMonths(month, -1);
  return lastOfMonth(month);
}
