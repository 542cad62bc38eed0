import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { isBackwards, periodOf, periodSearch, presetOf, presetPeriod, presets } from "./period.ts";

const day = (text: string) => text as CalendarDate;
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(day("1990-01-01"), days));

describe("statement period", () => {
  it("keeps a preset in the address and recognises it again", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...presets), (today, preset) => {
        const period = presetPeriod(preset, today);
        expect(periodOf(periodSearch(period), "month", today)).toEqual(period);
        // On 1 January this month is also this year; either answer is right.
        const known = presetOf(period, today);
        expect(known && presetPeriod(known, today)).toEqual(period);
      }),
    );
  });

  it("is the statement's default where the address has none, or an invalid one", () => {
    const today = day("2026-08-31");
    for (const search of ["", "?from=", "?from=2026-02-30", "?to=yesterday"]) {
      expect(periodOf(search, "sixMonths", today)).toEqual({ from: "2026-02-28", to: today });
    }
    expect(periodOf("?to=2026-01-31", "sixMonths", today)).toEqual({ to: "2026-01-31" });
  });

  it("is backwards only when both ends are given", () => {
    expect(isBackwards({ from: day("2026-02-01"), to: day("2026-01-31") })).toBe(true);
    expect(isBackwards({ from: day("2026-02-01"), to: day("2026-02-01") })).toBe(false);
    expect(isBackwards({ from: day("2026-02-01") })).toBe(false);
  });
});
