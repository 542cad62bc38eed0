import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { plainDay, shortMonth } from "#shared/written-days.ts";

/** A day by itself or in a line of text; not a part of a number, a reference or a file's name. */
const isoDays = /(?<![\w/.-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w/-]|\.\w)/g;
const isoMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/**
 * Returns the values that fill a text with their days and months as people say them: 25 Nov 2026
 * for 2026-11-25, and Nov 2026 for a value that is a month. Everything else stays as it is.
 */
export function formatDates<Value extends string | number>(
  language: Language,
  values: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const say = (value: Value): Value | string => {
    if (typeof value !== "string") return value;
    if (isoMonth.test(value)) return shortMonth(language, value);
    return value.replaceAll(isoDays, (day) => plainDay(language, day as CalendarDate));
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value)]));
}
