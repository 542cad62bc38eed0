import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { addCents, cents } from "#shared/money.ts";
import { deductionsBeside, punctuality, type RepaidLoan } from "./loan-assessment.ts";

const today = "2026-04-14" as CalendarDate;

const loan: fc.Arbitrary<RepaidLoan> = fc
  .record({
    first: fc.integer({ min: -6, max: 2 }),
    amounts: fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { minLength: 1, maxLength: 12 }),
    paid: fc.bigInt({ min: 0n, max: 6_000_000n }),
  })
  .map(({ first, amounts, paid }) => ({
    loanNo: "LN",
    paid: cents(paid),
    instalments: amounts.map((amount, at) => {
      return { number: at + 1, dueOn: addMonths(today, first + at), amount: cents(amount) };
    }),
  }));

const left = ({ instalments, paid }: RepaidLoan): bigint => {
  const all = addCents(...instalments.map(({ amount }) => amount));
  return all > paid ? all - paid : 0n;
};

describe("deductions side by side", () => {
  it("sum to the amount still to be paid of each loan, whatever was repaid", () => {
    fc.assert(
      fc.property(loan, fc.array(loan, { maxLength: 3 }), (own, others) => {
        const months = deductionsBeside(own, others, today);
        expect(addCents(...months.map(({ thisLoan }) => thisLoan))).toBe(left(own));
        for (const month of months) {
          expect(month.together).toBe(addCents(month.thisLoan, ...month.others));
        }
        for (const [at, other] of others.entries()) {
          const due = addCents(...months.map((month) => month.others[at] ?? cents(0n)));
          expect(due <= left(other)).toBe(true);
        }
        const named = months.map(({ month }) => month);
        expect(named).toEqual([...new Set(named)].toSorted());
        expect(named.every((month) => month >= "2026-04")).toBe(true);
      }),
    );
  });

  it("counts only instalments that were due as paid in time or late", () => {
    const due = { isPast: true, onTime: true };
    const late = { isPast: true, onTime: false };
    const ahead = { isPast: false, onTime: true };
    expect(punctuality([due, late, due, ahead])).toEqual({ onTime: 2, late: 1 });
  });
});
