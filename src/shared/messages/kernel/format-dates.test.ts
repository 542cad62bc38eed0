import { expect, it } from "vitest";
import { formatDates } from "./format-dates.ts";

it("days and months are written in words, in both languages", () => {
  const values = { day: "2026-08-05", month: "2026-08", schedule: "2026-08-05: Ksh 1\n2026-09-05" };
  expect(formatDates("en", values)).toEqual({
    day: "5 Aug 2026",
    month: "Aug 2026",
    schedule: "5 Aug 2026: Ksh 1\n5 Sep 2026",
  });
  expect(formatDates("sw", values)["day"]).toBe("5 Ago 2026");
  expect(formatDates("en", { until: "2026-08-05 10:12", when: "by 2026-08-05." })).toEqual({
    until: "5 Aug 2026 10:12",
    when: "by 5 Aug 2026.",
  });
});

it("numbers, references, file names and text that is not a day stay as they are", () => {
  const values = {
    loanNo: "INS-2026-0005",
    caseNo: "Q-2026-0031",
    file: "may-2026-05-01.csv",
    other: "2026-05-01.csv",
    none: "2026-13-01",
    old: "05/2026",
    count: 3,
  };
  expect(formatDates("en", values)).toEqual(values);
});
