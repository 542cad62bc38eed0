import type { Language } from "#shared/language.ts";
import { languageTag } from "./language.ts";

/** Says an instant as people in Nairobi do: Tuesday 14 April 2026, 9.12. */
export function sayMoment(instant: number, language: Language): string {
  const zone = { timeZone: "Africa/Nairobi" } as const;
  const parts = new Intl.DateTimeFormat(languageTag(language), {
    ...zone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((found) => found.type === type)?.value ?? "";
  const time = new Intl.DateTimeFormat("en-GB", {
    ...zone,
    hour: "numeric",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(instant);
  const day = [part("weekday"), part("day"), part("month"), part("year")].join(" ");
  return `${day}, ${time.replace(/^0(?=\d)/, "").replace(":", ".")}`;
}
