import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  type CalendarDate,
  nairobiDate,
  parseCalendarDate,
} from "./calendar-date.ts";

const date = (text: string) => text as CalendarDate;

describe("calendar date", () => {
  it("turns over at midnight in Nairobi, not in Greenwich", () => {
    expect(nairobiDate(new Date("2026-03-31T20:59:59.999Z"))).toBe("2026-03-31");
    expect(nairobiDate(new Date("2026-03-31T21:00:00.000Z"))).toBe("2026-04-01");
  });

  it("rejects days the calendar does not have", () => {
    expect(parseCalendarDate("2028-02-29")).toBe("2028-02-29");
    for (const given of ["2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-1", ""]) {
      expect(parseCalendarDate(given)).toBeNull();
    }
  });

  it("moves by months to the last day where the month is short", () => {
    expect(addMonths(date("2026-08-31"), -6)).toBe("2026-02-28");
    expect(addMonths(date("2028-08-31"), -6)).toBe("2028-02-29");
    expect(addMonths(date("2026-12-15"), 1)).toBe("2027-01-15");
  });

  it("moves by days over a leap day", () => {
    expect(addDays(date("2028-02-28"), 2)).toBe("2028-03-01");
  });
});
