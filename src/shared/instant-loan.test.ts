import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { specifiedPrice } from "#test/loan-price.ts";
import { cheaperLoan, type LoanPrice, quoteLoan } from "./instant-loan.ts";
import { priceCliffs } from "./price-cliffs.ts";
import { addCents, type Cents, cents, formatMoney, shillings } from "./money.ts";

const quote = (principal: number, months: number) =>
  quoteLoan(shillings(principal), months, specifiedPrice);

/** A fraction of whole numbers: the oracle calculates in these and rounds once, at the end. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const times = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
});

/** The whole number nearest a non-negative fraction, found by the remainder of the division. */
function nearest({ over, under }: Fraction): bigint {
  const whole = over / under;
  return (over % under) * 2n >= under ? whole + 1n : whole;
}

function oracle(principal: bigint, months: number, { tiers }: LoanPrice) {
  const tier = tiers.find(({ upTo }) => upTo === null || upTo >= principal);
  const { flatFee = 0n, rateBasisPoints = 0n } = tier ?? {};
  const grown = times(
    { over: principal, under: 100n },
    { over: 10_000n + rateBasisPoints, under: 10_000n },
  );
  const shillingsOwed: Fraction = {
    over: grown.over * 100n + flatFee * grown.under,
    under: grown.under * 100n,
  };
  return {
    total: nearest(times(shillingsOwed, { over: 100n, under: 1n })),
    deduction: nearest(times(shillingsOwed, { over: 1n, under: BigInt(months) })) * 100n,
  };
}

describe("the price of an instant loan", () => {
  it.each([
    [5000, 1, "500.00", "5,500.00", "5,500.00"],
    [5001, 1, "225.05", "5,226.05", "5,226.00"],
    [6500, 1, "292.50", "6,792.50", "6,793.00"],
    [6600, 2, "297.00", "6,897.00", "3,449.00"],
    [5011, 1, "225.50", "5,236.50", "5,236.00"],
    [5007, 3, "225.32", "5,232.32", "1,744.00"],
    [1, 6, "500.00", "501.00", "84.00"],
  ])("%d over %d months is the society's own figure", (principal, months, fee, total, monthly) => {
    const found = quote(principal, months);
    expect([found.fee, found.total, found.monthlyDeduction].map(formatMoney)).toEqual([
      fee,
      total,
      monthly,
    ]);
  });

  it("costs the same at 11,111.11 as at 5,000, where the two tiers meet again", () => {
    expect(formatMoney(quoteLoan(cents(1_111_111n), 1, specifiedPrice).fee)).toBe("500.00");
    expect(priceCliffs(specifiedPrice, shillings(100_000))).toEqual([
      {
        edge: shillings(5000),
        edgeFee: shillings(500),
        next: shillings(5001),
        nextFee: cents(22_505n),
        level: cents(1_111_111n),
      },
    ]);
    expect(priceCliffs(specifiedPrice, shillings(5000))).toEqual([]);
    const [first] = priceCliffs(
      {
        tiers: [
          ...specifiedPrice.tiers.slice(0, 1),
          { upTo: shillings(6000), flatFee: cents(0n), rateBasisPoints: 500n },
          { upTo: null, flatFee: shillings(900), rateBasisPoints: 0n },
        ],
      },
      shillings(100_000),
    );
    expect(first?.level).toBe(shillings(6000));
    const even = { tiers: [{ upTo: null, flatFee: cents(0n), rateBasisPoints: 450n }] };
    expect(priceCliffs(even, shillings(100_000))).toEqual([]);
  });

  it("leaves the rounding to the last instalment: 84 five times and 81", () => {
    expect(quote(1, 6).instalments.map(formatMoney)).toEqual([
      ...Array.from({ length: 5 }, () => "84.00"),
      "81.00",
    ]);
  });

  it("equals exact fractions rounded once, for any amount, term and price", () => {
    const tier = fc.record({
      upTo: fc.bigInt(1n, 2_000_000n),
      flatFee: fc.bigInt(0n, 200_000n).map(cents),
      rateBasisPoints: fc.bigInt(0n, 3000n),
    });
    const prices = fc.array(tier, { minLength: 1, maxLength: 5 }).map((tiers): LoanPrice => {
      const edges = tiers.map(({ upTo }) => upTo).toSorted((one, other) => Number(one - other));
      const last = tiers.length - 1;
      return {
        tiers: tiers.map((one, at) => ({ ...one, upTo: at < last ? (edges[at] as Cents) : null })),
      };
    });
    const anyPrice = fc.oneof(fc.constant(specifiedPrice), prices);
    const principals = fc.oneof(
      fc.bigInt(10_000n, 99_999_999_999n),
      fc.bigInt(499_900n, 500_200n),
      fc.integer({ min: 100, max: 1_000_000 }).map((whole) => BigInt(whole) * 100n),
    );
    fc.assert(
      fc.property(
        principals,
        fc.integer({ min: 1, max: 6 }),
        anyPrice,
        (principal, months, price) => {
          const found = quoteLoan(principal as Cents, months, price);
          const { total, deduction } = oracle(principal, months, price);
          const holds =
            found.total === total &&
            found.monthlyDeduction === deduction &&
            found.fee + principal === total &&
            found.instalments.length === months &&
            addCents(...found.instalments) === total &&
            found.instalments.every((instalment) => instalment > 0n);
          return holds;
        },
      ),
      { numRuns: 100_000 },
    );
  });

  it("does not exist for zero, for no months, or for more months than can be shared", () => {
    for (const [principal, months] of [
      [0, 1],
      [-1, 1],
      [100, 0],
      [100, 1.5],
      [1, 2000],
    ] as const) {
      expect(() => quote(principal, months)).toThrow(RangeError);
    }
  });

  it("has a cliff, which is shown: 5,001 costs less than 5,000", () => {
    const hint = (principal: number, most = 100_000) =>
      cheaperLoan(shillings(principal), specifiedPrice, shillings(most));
    expect(hint(5000)).toEqual({
      principal: shillings(5001),
      fee: cents(22_505n),
      saving: cents(27_495n),
    });
    expect(hint(500)?.principal).toBe(shillings(5001));
    expect(hint(5001)).toBeNull();
    expect(hint(5000, 5000)).toBeNull();
  });

  it("is calculated for amounts too small to be lent, too", () => {
    const percent = [{ upTo: null, flatFee: cents(0n), rateBasisPoints: 450n }];
    expect(cheaperLoan(cents(1n), { tiers: percent }, shillings(5000))).toBeNull();
  });
});
