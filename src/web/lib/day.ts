import type { Language } from "#shared/language.ts";
import { languageTag } from "./language.ts";

export type DayForm = "short" | "long" | "monthBrief" | "monthYear";

const fields: Record<DayForm, Intl.DateTimeFormatOptions> = {
  short: { day: "2-digit", month: "short", year: "numeric" },
  long: { day: "numeric", month: "long", year: "numeric" },
  monthBrief: { month: "short", year: "numeric" },
  monthYear: { month: "long", year: "numeric" },
};

/** Making a format costs far more than using one, and a statement says thousands of days. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Says a day, or the month it begins with, as people in Kenya do: 28 Oct 2025. What is no day, such
 * as an end not yet agreed, gives nothing.
 */
export function sayDay(day: string, language: Language, form: DayForm = "short"): string {
  const instant = Date.parse(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`);
  if (Number.isNaN(instant)) return "";
  const key = `${language} ${form}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(languageTag(language), { ...fields[form], timeZone: "UTC" });
    formats.set(key, format);
  }
  const brief = form === "short" || form === "monthBrief";
  return (
    format
      .formatToParts(instant)
      .filter(({ type }) => type === "day" || type === "month" || type === "year")
      // September has four letters in en-KE and three everywhere else in a column of dates.
      .map(({ type, value }) => (type === "month" && brief ? value.slice(0, 3) : value))
      .join(" ")
  );
}
