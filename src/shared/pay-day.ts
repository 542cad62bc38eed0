import { addDays, addMonths, type CalendarDate } from "./calendar-date.ts";
import type { WorkingCalendar } from "./working-days.ts";

/** Where a pay day moves that falls on a weekend or a public holiday. */
export const restRules = ["before", "after", "same"] as const;
export type RestRule = (typeof restRules)[number];

/** The day of the month on which the employer pays salaries and makes deductions. */
export interface PayDay {
  /** From 1 to 31; in a shorter month, its last day. 0 if no pay day is set. */
  readonly day: number;
  readonly rest: RestRule;
}

/** Returns the first day of a date's month. */
export function monthOf(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01` as CalendarDate;
}

/** Returns the last day of a date's month. */
export function lastOfMonth(date: CalendarDate): CalendarDate {
  return addDays(addMonths(monthOf(date), 1), -1);
}

/**
 * Returns the pay day of a date's month. A pay day that moves to a working day stays within its
 * month, so that each month has exactly one.
 */
export function payDayIn(
  date: CalendarDate,
  { day, rest }: PayDay,
  { isWorkingDay }: Pick<WorkingCalendar, "isWorkingDay">,
): CalendarDate {
  const month = monthOf(date);
  const last = lastOfMonth(date);
  const named = addDays(month, day - 1);
  const paid = named > last ? last : named;
  if (rest === "same") return paid;
  const step = rest === "before" ? -1 : 1;
  const found = nextWorkingDay(paid, step, isWorkingDay);
  if (monthOf(found) === month) return found;
  return nextWorkingDay(paid, step === 1 ? -1 : 1, isWorkingDay);
}

function nextWorkingDay(
  from: CalendarDate,
  step: 1 | -1,
  isWorkingDay: WorkingCalendar["isWorkingDay"],
): CalendarDate {
  let date = from;
  while (!isWorkingDay(date)) date = addDays(date, step);
  return date;
}

/** Returns the pay days of the months after a date's month, the nearest first. */
export function payDaysAfter(
  date: CalendarDate,
  months: number,
  payDay: PayDay,
  calendar: Pick<WorkingCalendar, "isWorkingDay">,
): CalendarDate[] {
  return Array.from({ length: months }, (_, n) =>
    payDayIn(addMonths(monthOf(date), n + 1), payDay, calendar),
  );
}
