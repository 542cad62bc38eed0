import { type Cents, cents } from "./money.ts";

/** What an instant loan costs: data of the society, which changes over the years. */
export interface LoanPrice {
  /** Up to this principal the fee is flat; above it, a share of the principal, once. */
  readonly flatFeeUpTo: Cents;
  readonly flatFee: Cents;
  /** In hundredths of a per cent: 450 is 4.5 %. */
  readonly rateBasisPoints: bigint;
}

/** The price that specification section 9 gives, with which a society begins. */
export const specifiedPrice: LoanPrice = {
  flatFeeUpTo: cents(500_000n),
  flatFee: cents(50_000n),
  rateBasisPoints: 450n,
};

/** What a loan costs and how it is repaid. */
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

const BASIS = 10_000n;

/**
 * Quotes a loan over whole months. Throws a RangeError for what no application may ask: nothing or
 * less, no months, or so many that the rounding would leave nothing for the last one.
 */
export function quoteLoan(principal: Cents, months: number, price: LoanPrice): LoanQuote {
  if (principal <= 0n) throw new RangeError("a principal is more than nothing");
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError("a term is whole months");
  // In ten-thousandths of a cent, so that nothing is rounded before it is shown.
  const exactTotal =
    principal <= price.flatFeeUpTo
      ? (principal + price.flatFee) * BASIS
      : principal * (BASIS + price.rateBasisPoints);
  const total = cents(halfUp(exactTotal, BASIS));
  const monthlyDeduction = cents(halfUp(exactTotal, BASIS * 100n * BigInt(months)) * 100n);
  const last = cents(total - monthlyDeduction * BigInt(months - 1));
  if (last <= 0n || monthlyDeduction <= 0n) throw new RangeError("the term is too long");
  return {
    principal,
    fee: cents(total - principal),
    total,
    monthlyDeduction,
    instalments: [...Array.from({ length: months - 1 }, () => monthlyDeduction), last],
  };
}

/** Divides what is not negative, half rounded up. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}
