import { expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { partOfStatement, type Running } from "./part-of-statement.ts";

const day = (text: string) => text as CalendarDate;
const movement = (date: string, amount: number, balance: number) => ({
  id: date,
  date: day(date),
  narration: "Deposit",
  reference: "",
  receipt: "",
  amount,
  balance,
});

const halfYear: Running = {
  asAt: day("2026-11-26"),
  from: day("2026-05-26"),
  to: day("2026-11-26"),
  broughtForward: 1000,
  movements: [
    movement("2026-06-30", 500, 1500),
    movement("2026-07-31", 500.1, 2000.1),
    movement("2026-08-31", -200.2, 1799.9),
  ],
  totalIn: 1000.1,
  totalOut: 200.2,
  closing: 1799.9,
};

it("a shorter period has the balances and totals that the server would send", () => {
  expect(partOfStatement(halfYear, { from: "2026-07-01", to: "2026-08-30" })).toEqual({
    ...halfYear,
    from: "2026-07-01",
    to: "2026-08-30",
    broughtForward: 1500,
    movements: [halfYear.movements[1]],
    totalIn: 500.1,
    totalOut: 0,
    closing: 2000.1,
  });
  const quiet = partOfStatement(halfYear, { from: "2026-10-01" });
  expect(quiet).toMatchObject({ broughtForward: 1799.9, closing: 1799.9, movements: [] });
});

it("a period that was not loaded whole is not shown in part", () => {
  expect(partOfStatement(halfYear, {})).toBeNull();
  expect(partOfStatement(halfYear, { from: "2026-05-25" })).toBeNull();
  const past = { ...halfYear, to: day("2026-09-30") };
  expect(partOfStatement(past, { from: "2026-06-01" })).toBeNull();
  expect(partOfStatement({ ...halfYear, from: "" }, {})?.from).toBe("");
});
