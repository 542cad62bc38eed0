import { describe, expect, it } from "vitest";
import { monthNamed, saysAnother } from "./month-of-file.ts";

describe("the month that a file names", () => {
  it.each([
    ["uzima-2025-12.csv", 12, 2025],
    ["uzima_202512.csv", 12, 2025],
    ["payroll 12-2025.xlsx", 12, 2025],
    ["MAKATO YA DESEMBA 2025", 12, 2025],
    ["Check-off for Dec. 2025", 12, 2025],
    ["2025 December deductions", 12, 2025],
    ["may.csv", 5, null],
  ])("is read from %s", (text, month, year) => {
    expect(monthNamed([text])).toMatchObject({ month, year });
  });

  it.each(["payroll.csv", "Maya Ltd", "Printed 03/12/2025", "2025-12-28 run", "march-april.csv"])(
    "is not read from %s",
    (text) => {
      expect(monthNamed([text])).toBeNull();
    },
  );

  it("is undetermined if name and title differ, and the fuller one if they agree", () => {
    expect(monthNamed(["december.csv", "January 2026"])).toBeNull();
    expect(monthNamed(["december.csv", "Dec 2025"])).toMatchObject({ month: 12, year: 2025 });
  });

  it("contradicts another month or another year", () => {
    const december = monthNamed(["Dec 2025"]);
    expect(saysAnother(december, "2025-12-01")).toBe(false);
    expect(saysAnother(december, "2026-12-01")).toBe(true);
    expect(saysAnother(monthNamed(["december.csv"]), "2026-01-01")).toBe(true);
    expect(saysAnother(monthNamed(["december.csv"]), "2026-12-01")).toBe(false);
    expect(saysAnother(null, "2026-01-01")).toBe(false);
  });
});
