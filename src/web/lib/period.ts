import {
  addMonths,
  type CalendarDate,
  nairobiDate,
  parseCalendarDate,
} from "#shared/calendar-date.ts";

/** A period as a statement is asked for it; an end left out is open. */
export interface Period {
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

export const presets = ["month", "sixMonths", "year", "all"] as const;
export type Preset = (typeof presets)[number];

/** What a preset means on a day. */
export function presetPeriod(preset: Preset, today: CalendarDate): Period {
  const starts: Record<Preset, string | null> = {
    month: `${today.slice(0, 8)}01`,
    sixMonths: addMonths(today, -6),
    year: `${today.slice(0, 5)}01-01`,
    all: null,
  };
  const from = starts[preset];
  return from === null ? { to: today } : { from: from as CalendarDate, to: today };
}

/** Reads the period of an address; one without any has the statement's own. */
export function periodOf(search: string, preset: Preset, today: CalendarDate): Period {
  const query = new URLSearchParams(search);
  const from = parseCalendarDate(query.get("from") ?? "");
  const to = parseCalendarDate(query.get("to") ?? "");
  if (from === null && to === null) return presetPeriod(preset, today);
  return { ...(from && { from }), ...(to && { to }) };
}

/** Writes a period as an address keeps it. */
export function periodSearch({ from, to }: Period): string {
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();
  return query && `?${query}`;
}

/** Which preset a period is, if it is one. */
export function presetOf({ from, to }: Period, today: CalendarDate): Preset | undefined {
  return presets.find((preset) => {
    const meant = presetPeriod(preset, today);
    return meant.from === from && meant.to === (to ?? today);
  });
}

/** Whether a period ends before it begins. */
export function isBackwards({ from, to }: Period): boolean {
  return from !== undefined && to !== undefined && from > to;
}

/** Today in Nairobi, by this device's clock. */
export function today(): CalendarDate {
  return nairobiDate(new Date());
}
