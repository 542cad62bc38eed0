import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { earliestDay } from "./earliest-day.ts";

const today = "2026-04-14" as CalendarDate;
const day = (text: string) => text as CalendarDate;
const free = { today, guaranteesEnd: [], choiceClosesOn: null, onItsWay: false };

describe("the earliest day of an exit", () => {
  it("is today if the member waits for nobody", () => {
    expect(earliestDay(free)).toBe(today);
  });

  it("is the last day of all that the member waits for", () => {
    const guaranteesEnd = [day("2026-06-30"), day("2026-05-31")];
    expect(earliestDay({ ...free, guaranteesEnd })).toBe("2026-06-30");
    const choiceClosesOn = day("2026-07-15");
    expect(earliestDay({ ...free, guaranteesEnd, choiceClosesOn })).toBe("2026-07-15");
  });

  it("is not known if a guaranteed loan is late or not paid out, or money is on its way", () => {
    for (const ends of [day("2026-04-13"), null]) {
      const guaranteesEnd = [day("2026-06-30"), ends];
      expect(earliestDay({ ...free, guaranteesEnd })).toBeNull();
    }
    expect(earliestDay({ ...free, choiceClosesOn: day("2026-04-13") })).toBeNull();
    expect(earliestDay({ ...free, onItsWay: true })).toBeNull();
  });
});
