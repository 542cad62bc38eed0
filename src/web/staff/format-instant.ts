import type { Language } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { dayOfMoment, formatClock, type Instant } from "#web/lib/moment.ts";

/** Formats an instant to the second, as a log needs it: 14 Apr 2026, 09:12:40. */
export function formatInstant(instant: Instant, language: Language): string {
  return `${formatDay(dayOfMoment(instant), language)}, ${formatClock(instant)}`;
}
