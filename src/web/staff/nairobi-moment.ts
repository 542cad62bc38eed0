import type { Language } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";

/** The length of the date in a moment. */
const DAY = "2026-11-25".length;

/** Formats a moment in Nairobi such as 2026-11-25 09:30 in a language: 25 Nov 2026, 09:30. */
export function formatNairobiMoment(value: string, language: Language): string {
  const day = formatDay(value.slice(0, DAY), language);
  const time = value.slice(DAY).trim();
  return time === "" ? day : `${day}, ${time}`;
}
