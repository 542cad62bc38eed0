import type { DaySystem } from "#shared/contract/kernel/file-reading.ts";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";

/** The last day that a spreadsheet has: 31 December 9999. */
const LAST_SERIAL = 2_958_465;
/** Excel counts a 29 February 1900, which did not exist; days before it are one further. */
const FALSE_LEAP_DAY = 60;

/** Returns the day of a serial number, its time left out; null if it is not one. */
export function calendarDateOfSerial(serial: number, system: DaySystem): CalendarDate | null {
  const day = Math.floor(serial);
  if (system === "1904") {
    return day < 0 || day > LAST_SERIAL ? null : addDays("1904-01-01" as CalendarDate, day);
  }
  if (day < 1 || day > LAST_SERIAL || day === FALSE_LEAP_DAY) return null;
  const start = day < FALSE_LEAP_DAY ? "1899-12-31" : "1899-12-30";
  return addDays(start as CalendarDate, day);
}
