import { type Cents, cents } from "./money.ts";

/** The fee of a loan up to a principal: a flat sum, a share of the principal, or both. */
export interface FeeTier {
  /** The largest principal it covers; null for the last tier, which covers the rest. */
  readonly upTo: Cents | null;
  readonly flatFee: Cents;
  /** In hundredths of a percent: 450 is 4.5 %. */
  readonly rateBasisPoints: bigint;
}

/** The price of an instant loan: data of the society, which changes over the years. */
export interface LoanPrice {
  /** From the smallest principals to the largest; the last one covers the rest. */
  readonly tiers: readonly FeeTier[];
}

/** The cost of a loan and its repayments. */
export interface LoanQuote {
  readonly principal: Cents;
  readonly fee: Cents;
  /** Principal and fee, half a cent rounded up. */
  readonly total: Cents;
  /** In whole shillings, half a shilling rounded up, of the total before it was rounded. */
  readonly monthlyDeduction: Cents;
  /** One for each month; the last absorbs the rounding, so that they sum to the total. */
  readonly instalments: readonly Cents[];
}

export const BASIS = 10_000n;

/**
 * Quotes a loan over whole months. Throws a RangeError for invalid terms: a principal of zero or
 * less, no months, or so many that rounding would leave nothing for the last one.
 */
export function quoteLoan(principal: Cents, months: number, price: LoanPrice): LoanQuote {
  if (principal <= 0n) throw new RangeError("a principal is more than nothing");
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError("a term is whole months");
  // In ten-thousandths of a cent, so that nothing is rounded before it is shown.
  const tier = tierOf(principal, price);
  const exactTotal = (principal + tier.flatFee) * BASIS + principal * tier.rateBasisPoints;
  const total = cents(halfUp(exactTotal, BASIS));
  const monthlyDeduction = cents(halfUp(exactTotal, BASIS * 100n * BigInt(months)) * 100n);
  const last = cents(total - monthlyDeduction * BigInt(months - 1));
  if (last <= 0n || monthlyDeduction <= 0n) throw new RangeError("the term is too long");
  const instalments = scheduleOf(total, monthlyDeduction, months);
  return { principal, fee: cents(total - principal), total, monthlyDeduction, instalments };
}

/** Splits a total into months of one deduction; the last one absorbs the rounding. */
export function scheduleOf(total: Cents, monthlyDeduction: Cents, months: number): Cents[] {
  const before = Array.from({ length: months - 1 }, () => monthlyDeduction);
  return [...before, cents(total - monthlyDeduction * BigInt(months - 1))];
}

/** A slightly larger principal that costs less than the requested one. */
export interface CheaperLoan {
  readonly principal: Cents;
  readonly fee: Cents;
  readonly saving: Cents;
}

/**
 * Finds the smallest larger principal, in whole shillings and at most `most`, whose fee is less
 * than that of the requested one; null if the price has no such cliff above it.
 */
export function cheaperLoan(principal: Cents, price: LoanPrice, most: Cents): CheaperLoan | null {
  const fee = feeOf(principal, price);
  for (const { upTo } of price.tiers) {
    if (upTo === null || upTo < principal) continue;
    const next = cents((upTo / 100n + 1n) * 100n);
    if (next > most) return null;
    const otherFee = feeOf(next, price);
    if (otherFee < fee) return { principal: next, fee: otherFee, saving: cents(fee - otherFee) };
  }
  return null;
}

/** Returns the fee of a principal, in cents. */
export function feeOf(principal: Cents, price: LoanPrice): Cents {
  const { flatFee, rateBasisPoints } = tierOf(principal, price);
  return cents(halfUp(flatFee * BASIS + principal * rateBasisPoints, BASIS));
}

function tierOf(principal: Cents, { tiers }: LoanPrice): FeeTier {
  const tier = tiers.find(({ upTo }) => upTo === null || principal <= upTo);
  if (tier === undefined) throw new RangeError("a price covers every principal");
  return tier;
}

/** Divides non-negative numbers, half rounded up. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

/** The day from which instalments are counted: the money's arrival, or the posting of the loan. */
export const scheduleStarts = ["arrival", "disbursement"] as const;
export type ScheduleStart = (typeof scheduleStarts)[number];
