import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { addCents, cents, shillings } from "#shared/money.ts";
import { coverInstalments, duesOf, type Instalment, repaidOf } from "./overdue-instalments.ts";

const today = "2026-04-14" as CalendarDate;

/** Instalments a month or so apart, the first a number of days from today. */
function scheduleFrom(firstInDays: number, amounts: readonly bigint[]): Instalment[] {
  return amounts.map((amount, index) => ({
    number: index + 1,
    dueOn: addDays(today, firstInDays + index * 30),
    amount: cents(amount),
  }));
}

describe("repayments cover instalments", () => {
  it("oldest first and to the cent, whatever was repaid", () => {
    const amounts = fc.array(fc.bigInt(1n, 1_000_000n), { minLength: 1, maxLength: 36 });
    const paid = fc.bigInt(-1_000_000n, 40_000_000n);
    fc.assert(
      fc.property(fc.integer({ min: -900, max: 40 }), amounts, paid, (first, due, given) => {
        const schedule = scheduleFrom(first, due);
        const found = coverInstalments(schedule, cents(given), today);
        const total = addCents(...schedule.map(({ amount }) => amount));
        const expected = given < 0n ? 0n : given < total ? given : total;
        expect(addCents(...found.map(({ covered }) => covered))).toBe(expected);
        const firstOpen = found.findIndex(({ state }) => state !== "paid");
        const after = firstOpen === -1 ? [] : found.slice(firstOpen + 1);
        expect(after.every(({ covered }) => covered === 0n)).toBe(true);
        const { next, overdue } = duesOf(found);
        const late = found.filter(({ dueOn }) => dueOn < today);
        expect(overdue).toBe(
          addCents(...late.map(({ amount, covered }) => cents(amount - covered))),
        );
        expect(next === null || next.dueOn >= today).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("are overdue from the day after they were due, even if partly covered", () => {
    const stateAt = (days: number, paid: bigint) =>
      coverInstalments(scheduleFrom(days, [10_000n]), cents(paid), today)[0]?.state;
    expect([stateAt(0, 0n), stateAt(0, 1n), stateAt(0, 10_000n)]).toEqual([
      "due",
      "partly-paid",
      "paid",
    ]);
    expect([stateAt(-1, 0n), stateAt(-1, 9999n), stateAt(-1, 10_000n)]).toEqual([
      "overdue",
      "overdue",
      "paid",
    ]);
  });

  it("count nothing as repaid for a loan that was never paid out", () => {
    const balances = { total: shillings(5500), outstanding: shillings(0) };
    expect(["applied", "approved", "declined"].map((state) => repaidOf(state, balances))).toEqual([
      0n,
      0n,
      0n,
    ]);
    expect(repaidOf("settled", balances)).toBe(shillings(5500));
  });
});
