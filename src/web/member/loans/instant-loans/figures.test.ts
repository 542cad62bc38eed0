import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteLoan } from "#shared/instant-loan.ts";
import { cents, formatMoney, shillings } from "#shared/money.ts";
import { tidyAmount } from "#web/common/typed-amount.ts";
import {
  cheaperThan,
  figuresOf,
  monthsOf,
  type Policy,
  priceOf,
  mostOf,
  problemsIn,
  rateOf,
} from "./figures.ts";

const policy: Policy = {
  effectiveFrom: "2026-04-14",
  feeTiers: [
    { upTo: 5000, flatFee: 500, rateBasisPoints: 0 },
    { flatFee: 0, rateBasisPoints: 450 },
  ],
  minimum: 500,
  maximum: 100_000,
  minMonths: 1,
  maxMonths: 6,
  depositsPercent: 100,
  membershipMonths: 0,
  shareCapital: 0,
  openApplications: 1,
  rejectUnpaid: false,
  rejectBlacklisted: false,
  guarantorsAllowed: true,
  missedGraceDays: 5,
  payDay: 0,
  payDayRest: "before",
  scheduleFrom: "arrival",
  missedQuietDays: 7,
  missedLeast: 100,
};

describe("figures of an application as typed", () => {
  it("match the society's own for every amount it lends, however the amount is grouped", () => {
    const amount = fc.bigInt({ min: 50_000n, max: 10_000_000n }).map(cents);
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 6 }), (principal, months) => {
        const written = formatMoney(principal);
        const quote = quoteLoan(principal, months, priceOf(policy));
        for (const typed of [written, written.replaceAll(",", " "), written.replaceAll(",", "")]) {
          const figures = figuresOf(policy, { amount: typed, period: String(months) });
          expect(figures?.quote).toEqual(quote);
          expect(figures?.total).toBe(quote.total);
          expect(figures?.fee).toBe(quote.fee);
        }
      }),
    );
  });

  it("show the total before the months are chosen, and nothing without an amount", () => {
    const figures = figuresOf(policy, { amount: "5,001", period: "" });
    expect(figures).toMatchObject({ total: cents(522_605n), quote: null });
    for (const amount of ["", "abc", "5,00", "-500"]) {
      expect(figuresOf(policy, { amount, period: "3" }), amount).toBeNull();
    }
  });

  it("show what an amount above the limit would cost, although it is marked", () => {
    const typed = { amount: "120,000", period: "3" };
    expect(problemsIn(policy, typed)).toHaveProperty("amount");
    expect(figuresOf(policy, typed)).toMatchObject({
      fee: shillings(5400),
      quote: { monthlyDeduction: shillings(41_800) },
    });
  });

  it("are missing until every problem is fixed, each field with its reason", () => {
    expect(problemsIn(policy, { amount: " ", period: "" })).toEqual({
      amount: { why: "required" },
      period: { why: "required" },
    });
    expect(problemsIn(policy, { amount: "five", period: "7" })).toEqual({
      amount: { why: "amount.form" },
      period: { why: "between", min: "1", max: "6" },
    });
    expect(problemsIn(policy, { amount: "100,001", period: "3" })).toEqual({
      amount: { why: "between", min: "500", max: "100,000" },
    });
    expect(problemsIn(policy, { amount: "5 001", period: "3" })).toEqual({});
  });

  it("are above the largest loan where an amount has more digits than the server reads", () => {
    expect(problemsIn(policy, { amount: "12,345,678,901", period: "3" })).toEqual({
      amount: { why: "between", min: "500", max: "100,000" },
    });
  });

  it("are whole shillings, because M-Pesa pays only those to a phone", () => {
    expect(problemsIn(policy, { amount: "5,000.50", period: "3" })).toEqual({
      amount: { why: "pay-in.whole" },
    });
    expect(problemsIn(policy, { amount: "5,000.00", period: "3" })).toEqual({});
    expect(mostOf({ most: 71_789.36 })).toBe(shillings(71_789));
  });

  it("are missing where the months are too many for the amount", () => {
    const cheap = { ...policy, feeTiers: [{ flatFee: 0, rateBasisPoints: 0 }], minimum: 1 };
    const typed = { amount: "1", period: "6" };
    expect(problemsIn(cheap, typed)).toEqual({ period: { why: "period.form" } });
    expect(figuresOf(cheap, typed)?.quote).toBeNull();
  });
});

describe("notes of the form", () => {
  it("suggest a larger amount that costs less, as far as the member may borrow", () => {
    const figures = figuresOf(policy, { amount: "5000", period: "3" });
    if (!figures) throw new Error("5,000 has figures");
    expect(cheaperThan(policy, figures, shillings(100_000))).toEqual({
      principal: shillings(5001),
      fee: cents(22_505n),
      saving: cents(27_495n),
    });
    expect(cheaperThan(policy, figures, shillings(5000))).toBeNull();
    const small = { ...policy, maximum: 5000 };
    expect(cheaperThan(small, figures, shillings(100_000))).toBeNull();
  });

  it("show the rate only where the rate is the whole fee", () => {
    expect(rateOf(policy, shillings(5001))).toBe("4.5");
    expect(rateOf(policy, shillings(5000))).toBeNull();
  });

  it("format the amount, and never one that was not typed", () => {
    expect(["5001", "5 001", "ksh 5,001.00", "5001.5"].map(tidyAmount)).toEqual([
      "5,001",
      "5,001",
      "5,001",
      "5,001.50",
    ]);
    expect(["", "abc", "5,00", "1.234"].map(tidyAmount)).toEqual(["", "abc", "5,00", "1.234"]);
  });

  it("list the months the policy lends for", () => {
    expect(monthsOf({ ...policy, minMonths: 2, maxMonths: 4 })).toEqual([2, 3, 4]);
  });
});
