import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { easterNames } from "#shared/messages/cases/desk.ts";
import { easterSunday, type Holidays, holidaysOf, weekdayOf } from "#shared/public-holidays.ts";
import type { HolidayName } from "./queries.ts";

/** The holidays of a year with their names; one moved from a Sunday shows its original day. */
export function presentYear(year: number, holidays: Holidays, names: readonly HolidayName[]) {
  const called = (day: string) => nameOf(day, year, names);
  const days = ([...holidaysOf(year, holidays)] as CalendarDate[]).toSorted();
  return {
    year,
    rows: days.map((day) => {
      const gazetted = holidays.gazetted.includes(day);
      const own = called(day);
      // A holiday without a name replaces a Sunday just before it.
      const movedFrom = own === null ? sundayBefore(day) : "";
      const name = own ?? called(movedFrom) ?? { en: "", sw: "" };
      return { day, name, gazetted, movedFrom };
    }),
  };
}

function sundayBefore(day: CalendarDate): CalendarDate {
  const weekday = weekdayOf(day);
  return addDays(day, -(weekday === 0 ? 7 : weekday));
}

function nameOf(day: string, year: number, names: readonly HolidayName[]) {
  if (day === addDays(easterSunday(year), -2)) return easterNames.friday;
  if (day === addDays(easterSunday(year), 1)) return easterNames.monday;
  const found =
    names.find((name) => name.day === day) ??
    names.find((name) => {
      const of = Number(day.slice(0, 4));
      const begun = name.from_year !== null && name.from_year <= of;
      return name.day === day.slice(5) && begun && of <= (name.until_year ?? of);
    });
  return found === undefined ? null : { en: found.name_en, sw: found.name_sw };
}
