import type { CalendarDate } from "#shared/calendar-date.ts";
import { addCents, type Cents, cents, ZERO_CENTS } from "#shared/money.ts";
import { monthOf, yearOf } from "./calendar.ts";

/** The payments into one account, each on its day. */
export interface Contribution {
  readonly date: CalendarDate;
  readonly amount: Cents;
}

/** A year's two returns, in per cent with at most one decimal. */
export interface Rates {
  readonly shareCapital: number;
  readonly deposits: number;
}

export interface Dividend {
  readonly onShareCapital: Cents;
  readonly onDeposits: Cents;
}

/**
 * A member's dividend for a year, to the nearest cent: on the share capital held when the year
 * ended, and on deposits weighted by month, January's 12/12 to December's 1/12.
 */
export function dividendFor(
  year: number,
  rates: Rates,
  paidIn: { readonly shares: readonly Contribution[]; readonly deposits: readonly Contribution[] },
): Dividend {
  const held = paidIn.shares.filter(({ date }) => yearOf(date) <= year);
  const weighted = paidIn.deposits.reduce((sum, { date, amount }) => {
    if (yearOf(date) > year) return sum;
    const months = yearOf(date) < year ? 12 : 13 - monthOf(date);
    return sum + amount * BigInt(months);
  }, 0n);
  return {
    onShareCapital: perCent(addCents(...held.map(({ amount }) => amount)), rates.shareCapital, 1n),
    onDeposits: perCent(weighted, rates.deposits, 12n),
  };
}

/** The parts of a dividend by destination: the tax is part of the payment. */
export interface Split {
  readonly shares: Cents;
  readonly deposits: Cents;
  /** To the phone, after tax. */
  readonly mobile: Cents;
  readonly tax: Cents;
}

/**
 * Splits a dividend. The payment is rounded to steps of Ksh 20, so that after 5 % tax it is whole
 * shillings, as M-Pesa pays them; the rest is capitalised.
 */
export function splitDividend(gross: Cents, to: "shares" | "mobile" | "half" | "deposits"): Split {
  if (to === "shares") return { ...nothing, shares: gross };
  if (to === "deposits") return { ...nothing, deposits: gross };
  const step = 2000n;
  const wanted = to === "half" ? gross / 2n : gross;
  const paidOut = cents(wanted - (wanted % step));
  const tax = cents(paidOut / 20n);
  return {
    ...nothing,
    tax,
    mobile: cents(paidOut - tax),
    shares: cents(gross - paidOut),
  };
}

const nothing: Split = {
  shares: ZERO_CENTS,
  deposits: ZERO_CENTS,
  mobile: ZERO_CENTS,
  tax: ZERO_CENTS,
};

/** Rounds half a cent up. */
function perCent(amount: bigint, rate: number, parts: bigint): Cents {
  const divisor = 1000n * parts;
  const exact = amount * BigInt(Math.round(rate * 10));
  return cents((exact * 2n + divisor) / (divisor * 2n));
}
