import type { CalendarDate } from "#shared/calendar-date.ts";
import { entitlementOf, weightsOf } from "#shared/dividend-entitlement.ts";
import { type Incomes, taxOn } from "#shared/dividend-tax.ts";
import { addCents, type Cents, cents, ZERO_CENTS } from "#shared/money.ts";
import { yearOf } from "#shared/public-holidays.ts";
import { monthOf } from "./calendar.ts";

/** The payments into one account, each on its day. */
export interface Contribution {
  readonly date: CalendarDate;
  readonly amount: Cents;
}

/** A year's two returns, in percent with at most one decimal. */
export interface Rates {
  readonly shareCapital: number;
  readonly deposits: number;
}

/** A member's dividend for a year, by the rule that the office declares with. */
export function dividendFor(
  year: number,
  rates: Rates,
  paidIn: { readonly shares: readonly Contribution[]; readonly deposits: readonly Contribution[] },
): Incomes {
  const held = paidIn.shares.filter(({ date }) => yearOf(date) <= year);
  const shareCapital = addCents(...held.map(({ amount }) => amount));
  const deposits = Array.from({ length: 13 }, () => ZERO_CENTS);
  for (const { date, amount } of paidIn.deposits) {
    if (yearOf(date) > year) continue;
    const part = yearOf(date) < year ? 0 : monthOf(date);
    deposits[part] = addCents(deposits[part] ?? ZERO_CENTS, amount);
  }
  const { onShareCapital, onDeposits } = entitlementOf(
    { shareCapital, deposits },
    { shareCapital: basisPoints(rates.shareCapital), deposits: basisPoints(rates.deposits) },
    weightsOf["from-the-month"],
  );
  return { onShareCapital, onDeposits };
}

const basisPoints = (perCent: number): bigint => BigInt(Math.round(perCent * 100));

/** The parts of a dividend by destination: the tax is part of the payment. */
export interface Split {
  readonly shares: Cents;
  readonly deposits: Cents;
  /** To the phone, after tax. */
  readonly mobile: Cents;
  readonly tax: Cents;
}

/** In hundredths of a percent. */
const TAX_ON_MOBILE = 500n;

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
  const tax = taxOn(paidOut, TAX_ON_MOBILE);
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
