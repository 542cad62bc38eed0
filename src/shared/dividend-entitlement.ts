import { addCents, type Cents, cents, ZERO_CENTS } from "./money.ts";

/**
 * When paid-in money starts to earn. `from-the-month` counts the month it was received: January's
 * earns twelve twelfths, December's one. `from-the-month-after` does not: eleven down to none.
 */
export const weightings = ["from-the-month", "from-the-month-after"] as const;

export type Weighting = (typeof weightings)[number];

/**
 * The twelfths of a year's interest that each part of the deposits earns: the opening balance, then
 * the deposits from January to December.
 */
export type Weights = readonly number[];

/** The weights of each weighting; a declaration keeps those it was calculated with. */
export const weightsOf: Readonly<Record<Weighting, Weights>> = {
  "from-the-month": [12, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  "from-the-month-after": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
};

/** A year's two returns, in hundredths of a percent: 1085 is 10.85 %. */
export interface DividendRates {
  readonly shareCapital: bigint;
  readonly deposits: bigint;
}

/** A member's holdings: the figures a dividend is calculated from. */
export interface Holdings {
  /** At the end of the year. */
  readonly shareCapital: Cents;
  /** Deposits at the start of the year, then the change in each of its twelve months. */
  readonly deposits: readonly Cents[];
}

/** One part of the deposits with its interest. */
export interface EarningRow {
  /** Zero for the opening balance, then the month. */
  readonly month: number;
  readonly amount: Cents;
  /** In twelfths. */
  readonly weight: number;
  readonly interest: Cents;
}

/** A member's entitlement for a year, and how it was calculated. */
export interface Entitlement {
  readonly onShareCapital: Cents;
  readonly onDeposits: Cents;
  readonly gross: Cents;
  /** Thirteen rows, whose interest sums to that on deposits to the cent. */
  readonly rows: readonly EarningRow[];
}

const BASIS = 10_000n;
const MONTHS = 12n;

/**
 * Calculates a member's dividend for a year, in whole cents. Each of the two returns is rounded
 * once, to the nearest cent, half up; the interest of a month is its addition to the rounded
 * interest so far, so that the rows sum to it. Negative amounts earn nothing.
 */
export function entitlementOf(
  { shareCapital, deposits }: Holdings,
  rates: DividendRates,
  weights: Weights,
): Entitlement {
  const onShareCapital = nearestCent(shareCapital * rates.shareCapital, BASIS);
  const earned = earnedSoFar(deposits, rates.deposits, weights);
  const onDeposits = earned.at(-1) ?? ZERO_CENTS;
  const rows = deposits.map((amount, month) => ({
    month,
    amount,
    weight: weights[month] ?? 0,
    interest: cents((earned[month] ?? 0n) - (month === 0 ? 0n : (earned[month - 1] ?? 0n))),
  }));
  return { onShareCapital, onDeposits, gross: addCents(onShareCapital, onDeposits), rows };
}

/**
 * The interest up to and including each part, rounded; all zero if the year's total is negative.
 */
function earnedSoFar(deposits: readonly Cents[], rate: bigint, weights: Weights): Cents[] {
  let weighted = 0n;
  const soFar = deposits.map((amount, part) => {
    weighted += amount * BigInt(weights[part] ?? 0);
    return nearestCent(weighted * rate, BASIS * MONTHS);
  });
  return weighted > 0n ? soFar : soFar.map(() => ZERO_CENTS);
}

/** Divides to the nearest whole cent, half up; negative results become zero. */
function nearestCent(dividend: bigint, divisor: bigint): Cents {
  return dividend <= 0n ? ZERO_CENTS : cents((dividend * 2n + divisor) / (divisor * 2n));
}
