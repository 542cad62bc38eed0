import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Holdings, entitlementOf, weightings, weightsOf } from "./dividend-entitlement.ts";
import { netOf } from "./dividend-tax.ts";
import { addCents, cents, formatMoney, shillings } from "./money.ts";

/** A year with an amount in shares, an opening balance, and the same deposit every month. */
function steady(shareCapital: number, opening: number, monthly: number): Holdings {
  const months = Array.from({ length: 12 }, () => shillings(monthly));
  return { shareCapital: shillings(shareCapital), deposits: [shillings(opening), ...months] };
}

describe("the published years", () => {
  it("Mwalimu 2022 comes to 18,500, and to 17,575 after 5 % tax", () => {
    const rates = { shareCapital: 1300n, deposits: 1200n };
    const found = entitlementOf(steady(20_000, 100_000, 5000), rates, weightsOf["from-the-month"]);
    expect([found.onShareCapital, found.onDeposits, found.gross].map(formatMoney)).toEqual([
      "2,600.00",
      "15,900.00",
      "18,500.00",
    ]);
    expect(found.rows[0]?.interest).toBe(shillings(12_000));
    expect(formatMoney(netOf(found.gross, 500n))).toBe("17,575.00");
  });

  it("Hazina 2024 comes to 27,243.75, and to 25,881.56 after 5 % tax", () => {
    const rates = { shareCapital: 1600n, deposits: 1085n };
    const weights = weightsOf["from-the-month-after"];
    const found = entitlementOf(steady(16_000, 200_000, 5000), rates, weights);
    expect([found.onShareCapital, found.onDeposits, found.gross].map(formatMoney)).toEqual([
      "2,560.00",
      "24,683.75",
      "27,243.75",
    ]);
    expect(found.rows[0]?.interest).toBe(shillings(21_700));
    expect(formatMoney(netOf(found.gross, 500n))).toBe("25,881.56");
  });
});

/** The whole number nearest over/under, half up, found by the remainder of the division. */
function nearest(over: bigint, under: bigint): bigint {
  if (over <= 0n) return 0n;
  const whole = over / under;
  return (over % under) * 2n >= under ? whole + 1n : whole;
}

const money = fc.bigInt({ min: 0n, max: 10n ** 11n }).map(cents);
const change = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map(cents);
const holdings = fc.record({
  shareCapital: money,
  deposits: fc
    .tuple(money, fc.array(change, { minLength: 12, maxLength: 12 }))
    .map(([opening, months]) => [opening, ...months]),
});
const rate = fc.bigInt({ min: 0n, max: 5000n });
const rates = fc.record({ shareCapital: rate, deposits: rate });

describe("any year", () => {
  it("equals exact fractions rounded once, in rows that sum to the cent", () => {
    fc.assert(
      fc.property(holdings, rates, fc.constantFrom(...weightings), (held, given, weighting) => {
        const weights = weightsOf[weighting];
        const found = entitlementOf(held, given, weights);
        // As fractions of 120,000: a hundredth of a percent of a twelfth of a cent.
        const exact = held.deposits.reduce((sum, amount, part) => {
          return sum + amount * BigInt(weights[part] ?? 0) * given.deposits;
        }, 0n);
        expect(found.onDeposits).toBe(nearest(exact, 120_000n));
        expect(found.onShareCapital).toBe(nearest(held.shareCapital * given.shareCapital, 10_000n));
        expect(found.gross).toBe(found.onDeposits + found.onShareCapital);
        expect(addCents(...found.rows.map(({ interest }) => interest))).toBe(found.onDeposits);
        expect(found.rows.map(({ amount }) => amount)).toEqual(held.deposits);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it("earns the same by either weighting when nothing moved", () => {
    const still = { ...steady(0, 777, 0) };
    const given = { shareCapital: 0n, deposits: 1085n };
    const [one, other] = weightings.map((name) => entitlementOf(still, given, weightsOf[name]));
    expect(one?.gross).toBe(other?.gross);
  });

  it("earns nothing on a negative amount", () => {
    const drawn = { ...steady(100, 0, -1) };
    const found = entitlementOf(
      drawn,
      { shareCapital: 1000n, deposits: 1000n },
      weightsOf["from-the-month"],
    );
    expect(found.gross).toBe(shillings(10));
    expect(found.rows.every(({ interest }) => interest === 0n)).toBe(true);
  });
});
