import { nairobiDate } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { formatDay } from "./day.ts";
import { languageTag, useSpoken } from "./language.ts";

const zone = { timeZone: "Africa/Nairobi" } as const;

/** Formats an instant in Nairobi time: Tuesday 14 April 2026, 9.12. */
export function formatMoment(instant: number, language: Language): string {
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
  return `${day}, ${formatTime(time)}`;
}

/** Returns the calendar day of an instant in Nairobi: 2026-04-14. */
export function dayOfMoment(instant: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format(instant);
}

/** Formats a clock time 09:12 as people in Nairobi write it: 9.12. */
export function formatTime(time: string): string {
  return time.replace(/^0(?=\d)/, "").replace(":", ".");
}

/** Formats an instant for a table column: 14 Apr 2026, 9.12.40. */
export function formatInstant(at: string, language: Language): string {
  const instant = Date.parse(at);
  return `${formatDay(nairobiDate(new Date(instant)), language)}, ${formatClock(instant)}`;
}

/** Formats the time of an instant in Nairobi: 9.12.40. */
export function formatClock(instant: number): string {
  const zone = { timeZone: "Africa/Nairobi", hourCycle: "h23", timeStyle: "medium" } as const;
  const time = new Intl.DateTimeFormat("en-GB", zone).format(instant);
  return time.replace(/^0(?=\d)/, "").replaceAll(":", ".");
}

/** Formats an instant briefly: 14 Apr 2026, 9.12. */
export function formatShort(instant: number, language: Language): string {
  const day = new Intl.DateTimeFormat(languageTag(language), { ...zone, dateStyle: "medium" });
  const time = new Intl.DateTimeFormat("en-GB", { ...zone, timeStyle: "short" });
  return `${day.format(instant)}, ${formatTime(time.format(instant))}`;
}

/** Returns the instant of a day and a time in Nairobi. */
export function momentOf(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+03:00`);
}

/** Formats when a window closes: Thursday 30 April 2026, 17.00. */
export function useSaidMoment(): (day: string, time: string) => string {
  const { language } = useSpoken();
  return (day, time) => formatMoment(momentOf(day, time), language);
}
