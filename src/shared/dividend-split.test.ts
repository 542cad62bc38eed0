import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CalendarDate } from "./calendar-date.ts";
import { grossFor, netOf, taxOn } from "./dividend-tax.ts";
import { taxInForce } from "./tax-in-force.ts";
import {
  mobileAmount,
  calculateSplit,
  restFor,
  type SplitRow,
  type SplitTerms,
} from "./dividend-split.ts";
import { splitModes } from "./split-modes.ts";
import { addCents, cents, shillings } from "./money.ts";

const onlyMobile = { "share-capital": 0n, mobile: 500n, loan: 0n, "hospital-bill": 0n };
const terms: SplitTerms = {
  gross: cents(2_316_250n),
  tax: onlyMobile,
  mobileMaximum: shillings(250_000),
  mobileIsConfirmed: true,
  loans: [{ loanNo: "INS-2025-0391", balance: shillings(4180) }],
};
const row = (mode: SplitRow["mode"], amount: bigint, more: Partial<SplitRow> = {}): SplitRow => ({
  mode,
  amount: cents(amount),
  loanNo: "",
  bill: "",
  ...more,
});
const loan = (amount: bigint) => row("loan", amount, { loanNo: "INS-2025-0391" });
const bill = (amount: bigint) => row("hospital-bill", amount, { bill: "UH-2026-88213" });
const problems = (rows: readonly SplitRow[], others: Partial<SplitTerms> = {}) =>
  calculateSplit(rows, { ...terms, ...others }).legs.map(({ problem }) => problem);

describe("a split", () => {
  it("is complete when every cent is placed, and taxed only where a mode is", () => {
    const four = [row("share-capital", 700_000n), loan(418_000n), row("mobile", 1_000_000n)];
    const open = calculateSplit([...four, bill(125_000n)], terms);
    expect(open).toMatchObject({ total: 2_243_000n, balance: 73_250n, tax: 50_000n });
    expect(open.isComplete).toBe(false);
    expect(open.legs.map(({ tax }) => tax)).toEqual([0n, 0n, 50_000n, 0n]);
    const closed = calculateSplit([...four, bill(125_000n), row("share-capital", 73_250n)], terms);
    expect(closed).toMatchObject({ balance: 0n, isComplete: true, net: 2_266_250n });
  });

  it("names the error of each row", () => {
    expect(problems([row("share-capital", 0n)])).toEqual(["amount"]);
    expect(problems([row("mobile", 1_000_100n)])).toEqual(["whole-shillings"]);
    expect(problems([row("mobile", 1n)])).toEqual(["whole-shillings"]);
    expect(problems([row("mobile", 26_400_000n)])).toEqual(["payment-maximum"]);
    expect(problems([row("mobile", 1_000_000n)], { mobileIsConfirmed: false })).toEqual([
      "unconfirmed",
    ]);
    expect(problems([row("loan", 100n, { loanNo: "LN-9" })])).toEqual(["no-loan"]);
    expect(problems([loan(418_001n)])).toEqual(["loan-balance"]);
    expect(problems([loan(300_000n), loan(118_001n)])).toEqual([null, "loan-balance"]);
    expect(problems([row("hospital-bill", 100n, { bill: "<b>" })])).toEqual(["bill"]);
  });

  it("puts the rest into the requested row, as far as the row can hold it", () => {
    const rows = [row("share-capital", 700_000n), loan(0n), row("mobile", 0n), bill(0n)];
    expect(restFor(rows, 1, terms)).toBe(418_000n);
    expect(restFor(rows, 3, terms)).toBe(1_616_250n);
    const toPhone = restFor(rows, 2, terms);
    // 16,162.50 less 808.13 is 15,354.37: the phone is sent 15,354.00.
    expect(netOf(toPhone, 500n)).toBe(1_535_400n);
    expect(restFor([row("mobile", 0n)], 0, { ...terms, gross: shillings(600_000) })).toBe(
      grossFor(shillings(250_000), 500n),
    );
    expect(restFor([row("share-capital", 9_999_999n), bill(0n)], 1, terms)).toBe(0n);
    expect(restFor(rows, 9, terms)).toBe(0n);
  });
});

const modes = fc.constantFrom(...splitModes);
const anyTax = fc.bigInt({ min: 0n, max: 3000n });
const anyTerms = fc.record({
  gross: fc.bigInt({ min: 1n, max: 10n ** 9n }).map(cents),
  tax: fc.record({
    "share-capital": anyTax,
    mobile: anyTax,
    loan: anyTax,
    "hospital-bill": anyTax,
  }),
  mobileMaximum: fc.constant(shillings(250_000)),
  mobileIsConfirmed: fc.boolean(),
  loans: fc.array(
    fc.record({
      loanNo: fc.constantFrom("A", "B"),
      balance: fc.bigInt({ min: 1n, max: 10n ** 8n }).map(cents),
    }),
  ),
});
const anyRow = fc.record({
  mode: modes,
  amount: fc.bigInt({ min: 0n, max: 10n ** 8n }).map(cents),
  loanNo: fc.constantFrom("A", "B", ""),
  bill: fc.constantFrom("UH-1", ""),
});

describe("any split", () => {
  it("never makes or loses a cent, and taxes each leg to the nearest", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 8 }), anyTerms, (rows, given) => {
        const found = calculateSplit(rows, given);
        expect(found.total + found.balance).toBe(given.gross);
        expect(found.tax + found.net).toBe(found.total);
        for (const leg of found.legs) {
          expect(leg.tax + leg.net).toBe(leg.amount);
          // No further from the exact fraction than half a cent, upwards at exactly half.
          const twice = 2n * (leg.tax * 10_000n - leg.amount * given.tax[leg.mode]);
          expect(twice > -10_000n && twice <= 10_000n).toBe(true);
        }
        if (found.isComplete)
          expect(addCents(...rows.map(({ amount }) => amount))).toBe(given.gross);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it("filled row by row with the rest is wrong only if a phone is unconfirmed", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 6 }), anyTerms, (given, terms_) => {
        const empty = given.map((one) => ({ ...one, amount: cents(0n), bill: "UH-1" }));
        const filled: SplitRow[] = [...empty];
        for (const [index, one] of empty.entries()) {
          filled[index] = { ...one, amount: restFor(filled, index, terms_) };
        }
        const { legs, balance } = calculateSplit(filled, terms_);
        expect(balance >= 0n).toBe(true);
        const wrong = legs.filter(({ amount }) => amount > 0n).map(({ problem }) => problem);
        expect(wrong.every((problem) => problem === null || problem === "unconfirmed")).toBe(true);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it("finds the least amount that leaves a net, for every net and rate", () => {
    const net = fc.bigInt({ min: 1n, max: 10n ** 9n }).map(cents);
    fc.assert(
      fc.property(net, fc.bigInt({ min: 0n, max: 9000n }), (wanted, rate) => {
        const gross = grossFor(wanted, rate);
        expect(netOf(gross, rate)).toBe(wanted);
        expect(netOf(cents(gross - 1n), rate) < wanted).toBe(true);
        expect(taxOn(gross, rate)).toBe(gross - wanted);
        const paid = mobileAmount(gross, {
          tax: { ...onlyMobile, mobile: rate },
          mobileMaximum: shillings(250_000),
        });
        expect(paid <= gross && netOf(paid, rate) % 100n === 0n).toBe(true);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});

it("the tax in force is the latest that has begun", () => {
  const day = (date: string) => date as CalendarDate;
  const rates = [
    { mode: "mobile", effectiveFrom: day("2020-01-01"), basisPoints: 500n },
    { mode: "mobile", effectiveFrom: day("2026-07-01"), basisPoints: 750n },
  ] as const;
  expect(taxInForce(rates, day("2026-06-30"))).toEqual(onlyMobile);
  expect(taxInForce(rates, day("2026-07-01")).mobile).toBe(750n);
  expect(taxInForce(rates, day("2019-12-31")).mobile).toBe(0n);
});
