import { addDays, type CalendarDate } from "./calendar-date.ts";
import { type Holidays, holidaysOf, weekdayOf, yearOf } from "./public-holidays.ts";

/** Counts in working days: Mondays to Fridays that are not public holidays. */
export interface WorkingCalendar {
  readonly isWorkingDay: (date: CalendarDate) => boolean;
  /** Returns the nth working day after `from`, exclusive. */
  readonly add: (from: CalendarDate, days: number) => CalendarDate;
  /** The number of working days after a day up to another; negative if it is past. */
  readonly between: (from: CalendarDate, to: CalendarDate) => number;
}

/** A calendar of working days; each year's holidays are calculated once. */
export function workingCalendar(holidays: Holidays): WorkingCalendar {
  const years = new Map<number, ReadonlySet<string>>();
  const ofYear = (year: number): ReadonlySet<string> => {
    const known = years.get(year) ?? holidaysOf(year, holidays);
    years.set(year, known);
    return known;
  };
  const isWorkingDay = (date: CalendarDate): boolean => {
    const weekday = weekdayOf(date);
    return weekday !== 0 && weekday !== 6 && !ofYear(yearOf(date)).has(date);
  };
  const add = (from: CalendarDate, days: number): CalendarDate => {
    let date = from;
    for (let left = days; left > 0;) {
      date = addDays(date, 1);
      if (isWorkingDay(date)) left -= 1;
    }
    return date;
  };
  const between = (from: CalendarDate, to: CalendarDate): number => {
    if (to < from) return 0 - between(to, from);
    let count = 0;
    for (let date = from; date < to;) {
      date = addDays(date, 1);
      if (isWorkingDay(date)) count += 1;
    }
    return count;
  };
  return { isWorkingDay, add, between };
}
