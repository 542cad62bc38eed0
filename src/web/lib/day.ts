import type { Language } from "#shared/language.ts";
import { languageTag } from "./language.ts";

export type DayForm = "short" | "monthBrief" | "monthYear";

const fields: Record<DayForm, Intl.DateTimeFormatOptions> = {
  short: { day: "numeric", month: "short", year: "numeric" },
  monthBrief: { month: "short", year: "numeric" },
  monthYear: { month: "long", year: "numeric" },
};

/** Making a format costs far more than using one, and a statement formats thousands of days. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a day as people in Kenya write it: 28 Oct 2025. Returns an empty text for anything that
 * is not a day, such as an end that is not agreed yet.
 */
export function formatDay(day: string, language: Language, form: DayForm = "short"): string {
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
      // `en-KE` abbreviates September to four letters; in a column of dates every month has three.
      .map(({ type, value }) => (type === "month" && brief ? value.slice(0, 3) : value))
      .join(" ")
  );
}
