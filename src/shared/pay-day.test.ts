import { expect, it } from "vitest";
import type { CalendarDate } from "./calendar-date.ts";
import { payDayIn, payDaysAfter } from "./pay-day.ts";
import { workingCalendar } from "./working-days.ts";

const day = (text: string) => text as CalendarDate;
const calendar = workingCalendar({
  yearly: [
    { month: 12, day: 25, fromYear: 1900, untilYear: null },
    { month: 5, day: 1, fromYear: 1900, untilYear: null },
  ],
  gazetted: [],
});

it("moves a pay day off weekends and holidays, as the society decides", () => {
  // 25 December 2026 is Christmas, a Friday.
  expect(payDayIn(day("2026-12-01"), { day: 25, rest: "before" }, calendar)).toBe("2026-12-24");
  expect(payDayIn(day("2026-12-31"), { day: 25, rest: "after" }, calendar)).toBe("2026-12-28");
  expect(payDayIn(day("2026-12-10"), { day: 25, rest: "same" }, calendar)).toBe("2026-12-25");
});

it("uses the last day of a month that is shorter than the pay day", () => {
  const payDay = { day: 31, rest: "same" } as const;
  expect(payDaysAfter(day("2028-01-31"), 3, payDay, calendar)).toEqual([
    "2028-02-29",
    "2028-03-31",
    "2028-04-30",
  ]);
});

it("keeps one pay day in each month, although it moves to a working day", () => {
  // 1 May 2027 is a holiday and a Saturday; 31 January 2027 is a Sunday.
  expect(payDayIn(day("2027-05-20"), { day: 1, rest: "before" }, calendar)).toBe("2027-05-03");
  expect(payDayIn(day("2027-01-05"), { day: 31, rest: "after" }, calendar)).toBe("2027-01-29");
});
