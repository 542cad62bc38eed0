import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, type CalendarDate } from "./calendar-date.ts";
import { easterSunday, type Holidays, holidaysOf } from "./public-holidays.ts";
import { workingCalendar } from "./working-days.ts";

const on = (date: string) => date as CalendarDate;
const yearly = (month: number, day: number, fromYear = 1964, untilYear: number | null = null) => {
  return { month, day, fromYear, untilYear };
};

/** Kenya's holidays, with the two Idds of 2026 as an office may have entered them. */
const kenya: Holidays = {
  yearly: [
    yearly(1, 1),
    yearly(5, 1),
    yearly(6, 1),
    yearly(10, 10),
    yearly(10, 20),
    yearly(12, 12),
    yearly(12, 25),
    yearly(12, 26),
  ],
  gazetted: [on("2026-03-20"), on("2026-05-27")],
};

// From almanacs, not from the calculation.
const published = [
  "1818-03-22 1943-04-25 1981-04-19 2000-04-23 2008-03-23 2011-04-24 2019-04-21 2020-04-12",
  "2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16",
  "2029-04-01 2030-04-21 2035-03-25 2038-04-25 2049-04-18 2076-04-19",
].flatMap((line) => line.split(" "));

/** Easter by Gauss: another way to the same Sunday, with its two exceptions written out. */
function gauss(year: number): string {
  const k = Math.floor(year / 100);
  const m = (15 - Math.floor((13 + 8 * k) / 25) + k - Math.floor(k / 4)) % 30;
  const n = (4 + k - Math.floor(k / 4)) % 7;
  const d = (19 * (year % 19) + m) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + n) % 7;
  if (d === 29 && e === 6) return `${year}-04-19`;
  if (d === 28 && e === 6 && (11 * m + 11) % 30 < 19) return `${year}-04-18`;
  return addDays(on(`${year}-03-22`), d + e);
}

/** Every working day of some years, found the slow way: by checking each day. */
function slowWorkingDays(first: number, last: number, { yearly: fixed, gazetted }: Holidays) {
  const free = new Set<string>(gazetted);
  const named: string[] = [];
  for (let year = first - 1; year <= last; year += 1) {
    for (const { month, day, fromYear, untilYear } of fixed) {
      if (year < fromYear || (untilYear !== null && year > untilYear)) continue;
      named.push(new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10));
    }
    named.push(addDays(on(gauss(year)), -2), addDays(on(gauss(year)), 1));
  }
  for (const date of named) free.add(date);
  for (const date of named.toSorted()) {
    if (new Date(date).getUTCDay() !== 0) continue;
    let moved = on(date);
    do moved = addDays(moved, 1);
    while (free.has(moved));
    free.add(moved);
  }
  const found: string[] = [];
  for (let date = on(`${first}-01-01`); date <= `${last}-12-31`; date = addDays(date, 1)) {
    const weekday = new Date(date).getUTCDay();
    if (weekday > 0 && weekday < 6 && !free.has(date)) found.push(date);
  }
  return found;
}

describe("Easter", () => {
  it("falls on the Sundays that almanacs print", () => {
    for (const date of published) expect(easterSunday(Number(date.slice(0, 4)))).toBe(date);
  });

  it("falls on the day another calculation gives, in every year for seven centuries", () => {
    for (let year = 1600; year < 2300; year += 1) expect(easterSunday(year)).toBe(gauss(year));
  });
});

describe("the holidays of a year", () => {
  it("are Kenya's, with those on a Sunday moved to the next free day", () => {
    const year = (of: number) => [...holidaysOf(of, kenya)].toSorted();
    expect(year(2026)).toEqual([
      "2026-01-01",
      "2026-03-20",
      "2026-04-03",
      "2026-04-06",
      "2026-05-01",
      "2026-05-27",
      "2026-06-01",
      "2026-10-10",
      "2026-10-20",
      "2026-12-12",
      "2026-12-25",
      "2026-12-26",
    ]);
    // Christmas on a Sunday moves behind the day after it, which is a holiday as well.
    expect(year(2022)).toContain("2022-12-27");
    expect(year(2023)).toContain("2023-01-02");
  });

  it("have a holiday only in the years it is kept", () => {
    const ended: Holidays = { yearly: [yearly(10, 10, 2018, 2023)], gazetted: [] };
    const kept = [2017, 2018, 2023, 2024].filter((of) => holidaysOf(of, ended).has(`${of}-10-10`));
    expect(kept).toEqual([2018, 2023]);
  });

  it("move into the next year if the last day of one is a Sunday", () => {
    const lastDay: Holidays = { yearly: [yearly(12, 31), yearly(1, 1)], gazetted: [] };
    expect(holidaysOf(2024, lastDay)).toContain("2024-01-02");
  });
});

describe("working days", () => {
  const { add, between, isWorkingDay } = workingCalendar(kenya);

  it("count from the day after, over weekends and holidays", () => {
    expect(add(on("2026-04-01"), 3)).toBe("2026-04-08");
    expect(add(on("2026-12-24"), 3)).toBe("2026-12-30");
    expect(add(on("2026-11-21"), 3)).toBe("2026-11-25");
    expect(between(on("2026-04-01"), on("2026-04-08"))).toBe(3);
    expect(between(on("2026-04-08"), on("2026-04-01"))).toBe(-3);
    expect(isWorkingDay(on("2026-10-20"))).toBe(false);
  });

  const anyHolidays = fc.record({
    yearly: fc.array(
      fc.record({
        month: fc.integer({ min: 1, max: 12 }),
        day: fc.integer({ min: 1, max: 28 }),
        fromYear: fc.integer({ min: 2018, max: 2027 }),
        untilYear: fc.option(fc.integer({ min: 2018, max: 2029 })),
      }),
      { maxLength: 14 },
    ),
    gazetted: fc.array(
      fc.integer({ min: 0, max: 3000 }).map((days) => addDays(on("2021-01-01"), days)),
      { maxLength: 20 },
    ),
  });
  const anyDay = fc.integer({ min: 0, max: 1800 }).map((days) => addDays(on("2022-01-01"), days));

  it("are those that a slow check of every day finds, whatever the holidays", () => {
    fc.assert(
      fc.property(anyHolidays, anyDay, fc.integer({ min: 1, max: 40 }), (holidays, from, days) => {
        const slow = slowWorkingDays(2021, 2028, holidays);
        const calendar = workingCalendar(holidays);
        const due = calendar.add(from, days);
        expect(due).toBe(slow.filter((date) => date > from)[days - 1]);
        expect(calendar.between(from, due)).toBe(days);
        expect(calendar.isWorkingDay(due)).toBe(true);
        expect(calendar.isWorkingDay(from)).toBe(slow.includes(from));
      }),
      { numRuns: 150 },
    );
  });

  it("between two days are as many backwards as forwards, as a negative number", () => {
    fc.assert(
      fc.property(anyHolidays, anyDay, anyDay, (holidays, one, other) => {
        const slow = slowWorkingDays(2021, 2028, holidays);
        const [first, last] = [one, other].toSorted() as [CalendarDate, CalendarDate];
        const count = slow.filter((date) => date > first && date <= last).length;
        const calendar = workingCalendar(holidays);
        expect(calendar.between(first, last)).toBe(count);
        expect(calendar.between(last, first) + count).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
