/** A day of the calendar as `YYYY-MM-DD`, in Nairobi where it comes from an instant. */
export type CalendarDate = string & { readonly __brand: "CalendarDate" };

/** Nairobi keeps UTC+3 the whole year. */
const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Reads a day; rejects those the calendar does not have, such as 2026-02-29. */
export function parseCalendarDate(given: string): CalendarDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given)) return null;
  const instant = Date.parse(`${given}T00:00:00Z`);
  if (Number.isNaN(instant)) return null;
  return new Date(instant).toISOString().slice(0, 10) === given ? (given as CalendarDate) : null;
}

/** The day in Nairobi at an instant. */
export function nairobiDate(instant: Date): CalendarDate {
  return inNairobi(instant).slice(0, 10) as CalendarDate;
}

/** The time in Nairobi at an instant: 09:12:40. */
export function nairobiTime(instant: Date): string {
  return inNairobi(instant).slice(11, 19);
}

function inNairobi(instant: Date): string {
  return new Date(instant.getTime() + NAIROBI_OFFSET_MS).toISOString();
}

/** Moves a day by whole days. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = Date.parse(`${date}T00:00:00Z`) + days * DAY_MS;
  return new Date(moved).toISOString().slice(0, 10) as CalendarDate;
}

/**
 * Moves a day by whole months; a day that the month does not have becomes its last day, as in SQL.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const firstOfMonth = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  firstOfMonth.setUTCDate(Math.min(day, lastDay));
  return firstOfMonth.toISOString().slice(0, 10) as CalendarDate;
}
