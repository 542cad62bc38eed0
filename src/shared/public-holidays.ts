import { addDays, type CalendarDate } from "./calendar-date.ts";

/** A holiday on the same day every year, from one year on and, if it ended, until another. */
export interface YearlyHoliday {
  readonly month: number;
  readonly day: number;
  readonly fromYear: number;
  readonly untilYear: number | null;
}

/** The days, besides Saturdays and Sundays, on which nobody is expected to work. */
export interface Holidays {
  readonly yearly: readonly YearlyHoliday[];
  /** Days that were gazetted one by one, such as the two Idds, whose day the moon decides. */
  readonly gazetted: readonly CalendarDate[];
}

/**
 * The Sunday of Easter, by the anonymous Gregorian algorithm in the usual form of J. M. Oudin;
 * valid for any year of the Gregorian calendar.
 */
export function easterSunday(year: number): CalendarDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const corrected = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (corrected + 19 * golden + 15) % 30;
  const late = Math.floor(epact / 28);
  const rare = Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11);
  const fullMoon = epact - late * (1 - late * rare);
  const leaps = Math.floor(year / 4);
  const weekday = (year + leaps + fullMoon + 2 - century + Math.floor(century / 4)) % 7;
  // Days after 28 March; negative by a week at most.
  return addDays(`${year}-03-28` as CalendarDate, fullMoon - weekday);
}

/** Days of the week as JavaScript counts them: Sunday is 0. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The year of a date. */
export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/**
 * The public holidays of a year. A yearly holiday on a Sunday moves to the next free day, as
 * Kenya's Public Holidays Act says; a gazetted day stays as gazetted.
 */
export function holidaysOf(year: number, { yearly, gazetted }: Holidays): ReadonlySet<string> {
  const named = [year - 1, year].flatMap((of) => [
    ...yearly
      .filter(({ fromYear, untilYear }) => fromYear <= of && of <= (untilYear ?? of))
      .map(({ month, day }) => `${of}-${twoDigits(month)}-${twoDigits(day)}` as CalendarDate),
    addDays(easterSunday(of), -2),
    addDays(easterSunday(of), 1),
  ]);
  const all = new Set<CalendarDate>([...named, ...gazetted]);
  for (const date of named.toSorted()) {
    if (weekdayOf(date) !== 0) continue;
    let moved = addDays(date, 1);
    while (all.has(moved)) moved = addDays(moved, 1);
    all.add(moved);
  }
  return new Set([...all].filter((date) => yearOf(date) === year));
}
