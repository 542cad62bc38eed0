import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CalendarDate } from "./calendar-date.ts";
import { languages } from "./language.ts";
import { plainDay, shortMonth, wholeMonth } from "./written-days.ts";

const days = fc
  .date({ min: new Date("1950-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10) as CalendarDate);

describe.each(languages)("a day in %s", (language) => {
  const ofSystem = new Intl.DateTimeFormat(`${language}-KE`, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

  it("has the month that the language's own calendar has", () => {
    fc.assert(
      fc.property(days, (day) => {
        const parts = ofSystem.formatToParts(Date.parse(day));
        const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
        const [date, month, year] = [part("day"), part("month"), part("year")];
        expect(wholeMonth(language, day)).toBe(`${month} ${year}`);
        expect(shortMonth(language, day)).toBe(`${month.slice(0, 3)} ${year}`);
        expect(plainDay(language, day)).toBe(`${date} ${month.slice(0, 3)} ${year}`);
      }),
    );
  });
});
