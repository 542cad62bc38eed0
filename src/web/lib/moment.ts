import { nairobiDate, nairobiTime } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { formatDay } from "./day.ts";
import { useSpoken } from "./language.ts";

/** An instant as the wire has it, or as the clock does. */
type Instant = string | number;

/** Formats an instant in Nairobi, everywhere in one form: 14 Apr 2026, 09:12. */
export function formatMoment(instant: Instant, language: Language): string {
  return `${formatDay(dayOfMoment(instant), language)}, ${formatClock(instant).slice(0, 5)}`;
}

/** Returns the calendar day of an instant in Nairobi: 2026-04-14. */
export function dayOfMoment(instant: Instant): string {
  return nairobiDate(new Date(instant));
}

/** Formats an instant to the second, as a log needs it: 14 Apr 2026, 09:12:40. */
export function formatInstant(instant: Instant, language: Language): string {
  return `${formatDay(dayOfMoment(instant), language)}, ${formatClock(instant)}`;
}

/** Formats the time of an instant in Nairobi: 09:12:40. */
export function formatClock(instant: Instant): string {
  return nairobiTime(new Date(instant));
}

/** Returns the instant of a day and a time in Nairobi. */
export function momentOf(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+03:00`);
}

/** Formats when a window closes: 30 Apr 2026, 17:00. */
export function useSaidMoment(): (day: string, time: string) => string {
  const { language } = useSpoken();
  return (day, time) => formatMoment(momentOf(day, time), language);
}
