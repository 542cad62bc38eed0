import {
  addMonths,
  type CalendarDate,
  nairobiDate,
  parseCalendarDate,
} from "#shared/calendar-date.ts";
import { parametersIn, searchOf } from "./search.ts";

/** The period requested for a statement; a missing end is open. */
export interface Period {
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

export const presets = ["month", "sixMonths", "year", "all"] as const;
export type Preset = (typeof presets)[number];

/** Returns the period of a preset on a given day. */
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

/** Reads the period from an address; without one, the statement's default applies. */
export function periodOf(search: string, preset: Preset, today: CalendarDate): Period {
  const given = parametersIn<keyof Period>(search);
  const from = parseCalendarDate(given.from ?? "");
  const to = parseCalendarDate(given.to ?? "");
  if (from === null && to === null) return presetPeriod(preset, today);
  return { ...(from && { from }), ...(to && { to }) };
}

/** Writes a period into an address. */
export function periodSearch({ from, to }: Period): string {
  return searchOf({ from, to });
}

/** Returns the preset that equals a period, if there is one. */
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
