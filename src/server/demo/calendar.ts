import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { weekdayOf, yearOf } from "#shared/public-holidays.ts";
import { wholeMonth } from "#shared/written-days.ts";
import type { SeededRandom } from "./random.ts";

/** The first day of a day's month. */
export function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01` as CalendarDate;
}

/** January is 1. */
export function monthOf(date: CalendarDate): number {
  return Number(date.slice(5, 7));
}

/** The day itself, or the Friday before it if it falls on a weekend. */
export function weekdayUpTo(date: CalendarDate): CalendarDate {
  const back = { 0: 2, 6: 1 }[weekdayOf(date)] ?? 0;
  return addDays(date, -back);
}

/** The society meets on the last Saturday of March. */
export function annualMeeting(year: number): CalendarDate {
  const last = `${year}-03-31` as CalendarDate;
  return addDays(last, -((weekdayOf(last) + 1) % 7));
}

/** The month of a day as it reads on a payslip: March 2026. */
export function monthName(date: CalendarDate): string {
  return wholeMonth("en", date);
}

/** The first day of every month between two days. */
export function monthsFrom(first: CalendarDate, last: CalendarDate): CalendarDate[] {
  const months: CalendarDate[] = [];
  for (let month = firstOfMonth(first); month <= last; month = addMonths(month, 1)) {
    months.push(month);
  }
  return months;
}

/** A receipt number as M-Pesa makes them: letters for year, month and day, then seven more. */
export function mpesaReceipt(date: CalendarDate, random: SeededRandom): string {
  const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const letters = signs.slice(10);
  const year = letters[(yearOf(date) - 2006) % 26] ?? "A";
  const month = letters[monthOf(date) - 1] ?? "A";
  const day = signs[Number(date.slice(8))] ?? "1";
  const rest = Array.from({ length: 7 }, () => signs[random.below(signs.length)]);
  return [year, month, day, ...rest].join("");
}
