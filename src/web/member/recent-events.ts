import { addMonths } from "#shared/calendar-date.ts";
import { today } from "#web/lib/period.ts";

/** The most events that Recent shows. */
export const MAX_EVENTS = 9;

/** Whether an event is still shown: for two months. */
export const isNews = (day: string): boolean => day >= addMonths(today(), -2);

/** An item with its day or instant, such as 2026-06-10 or 2026-06-10T07:00:00Z. */
export interface Dated {
  readonly at: string;
}

/** The time of items that the member can still change, which come before past events. */
export const STILL_OPEN = "9999-12-31";

const dayOf = ({ at }: Dated): string => at.slice(0, 10);

/** Orders by day, the newest first; items of the same day keep their order. */
export function newestFirst<Event extends Dated>(events: readonly Event[]): Event[] {
  return events.toSorted((one, other) => dayOf(other).localeCompare(dayOf(one)));
}
