import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { plainDay, shortMonth, wholeMonth } from "#shared/written-days.ts";

export type DayForm = "short" | "monthBrief" | "monthYear";

/**
 * Formats a day as people in Kenya write it: 28 Oct 2025. Returns an empty text for anything that
 * is not a day, such as an end that is not agreed yet.
 */
export function formatDay(given: string, language: Language, form: DayForm = "short"): string {
  const day = given.length === 7 ? `${given}-01` : given;
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return "";
  if (form === "monthYear") return wholeMonth(language, day);
  return form === "monthBrief"
    ? shortMonth(language, day)
    : plainDay(language, day as CalendarDate);
}
