import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";

/** Returns the instant of a day and a time in Nairobi. */
export function momentOf(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+03:00`);
}

/** Formats when a window closes: Thursday 30 April 2026, 17.00. */
export function useSaidMoment(): (day: string, time: string) => string {
  const { language } = useSpoken();
  return (day, time) => formatMoment(momentOf(day, time), language);
}
