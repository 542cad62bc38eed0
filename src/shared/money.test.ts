import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Cents,
  cents,
  formatMoney,
  fromWireAmount,
  parseAmount,
  parseTypedAmount,
  parseTypedForLimit,
  toWireAmount,
} from "./money.ts";

const anyCents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(cents);

describe("money", () => {
  it("goes to the wire and back without losing a cent", () => {
    fc.assert(fc.property(anyCents, (amount) => fromWireAmount(toWireAmount(amount)) === amount));
  });

  it("prints a JSON number with at most two decimals", () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(JSON.stringify(toWireAmount(amount))).toMatch(/^-?\d+(\.\d{1,2})?$/);
      }),
    );
  });

  it("rejects an amount that a JSON number cannot hold to the cent", () => {
    expect(() => toWireAmount(cents(2n ** 53n))).toThrow(RangeError);
  });

  it("reads back every amount it formats", () => {
    const positive = fc.bigInt({ min: 1n, max: 99_999_999_999n }).map(cents);
    fc.assert(fc.property(positive, (amount) => parseTypedAmount(formatMoney(amount)) === amount));
  });

  it("formats with Kenyan grouping and a proper minus", () => {
    expect(formatMoney(cents(-500_150n))).toBe("−5,001.50");
    expect(formatMoney(cents(0n))).toBe("0.00");
    expect(formatMoney(cents(123_456_789_05n))).toBe("123,456,789.05");
  });

  it("accepts only the contract's amounts", () => {
    const accepted: [string | number, bigint][] = [
      [5000, 500_000n],
      ["5000.5", 500_050n],
      [0.01, 1n],
      ["999999999.99", 99_999_999_999n],
    ];
    for (const [given, want] of accepted) expect(parseAmount(given)).toBe(want as Cents);
    const refused = [
      "",
      "0",
      "0.00",
      "-1",
      "1e3",
      "5,001",
      "1.005",
      " 5",
      "1234567890",
      "٥",
      "NaN",
    ];
    for (const given of [...refused, 0, -1, 1e21, Number.NaN, 0.001]) {
      expect(parseAmount(given)).toBeNull();
    }
  });

  it("accepts an amount however a person groups it, and nothing else", () => {
    for (const typed of ["5001", "5,001", "5 001", " 5,001.00 ", "Ksh 5,001", "5\u00a0001"]) {
      expect(parseTypedAmount(typed)).toBe(500_100n);
    }
    for (const typed of ["5,00l", "50,01", "5..1", "", "-5", "5,0011"]) {
      expect(parseTypedAmount(typed)).toBeNull();
      expect(parseTypedForLimit(typed)).toBeNull();
    }
  });

  it("reads any large amount to compare it with a limit, but accepts only the contract's", () => {
    expect(parseTypedForLimit("1,000,000,000")).toBe(100_000_000_000n);
    expect(parseTypedForLimit("0.00")).toBeNull();
    expect(parseTypedAmount("1,000,000,000")).toBeNull();
  });
});
