import { type Cents, cents, ZERO_CENTS } from "./money.ts";
import type { SplitMode } from "./split-modes.ts";

/** A rate of one, in hundredths of a percent. */
const BASIS = 10_000n;

/** A share of an amount: `part` of `whole`. */
export interface Fraction {
  readonly part: bigint;
  readonly whole: bigint;
}

/** A rate of tax: in hundredths of a percent, or a fraction if those are not exact. */
export type TaxRate = bigint | Fraction;

/** The tax withheld for each mode. */
export type TaxByMode = Readonly<Record<SplitMode, TaxRate>>;

/** The rates of tax by kind of income, in hundredths of a percent. */
export interface TaxByKind {
  readonly onShares: bigint;
  readonly onInterest: bigint;
}

/** The two kinds of income in a dividend. */
export interface Incomes {
  readonly onShareCapital: Cents;
  readonly onDeposits: Cents;
}

/** Returns the rate of a dividend that is taxed by kind of income, the same for every part. */
export function rateByKind({ onShares, onInterest }: TaxByKind, incomes: Incomes): Fraction {
  const { onShareCapital, onDeposits } = incomes;
  const part = onShareCapital * onShares + onDeposits * onInterest;
  return { part, whole: (onShareCapital + onDeposits) * BASIS };
}

/** Returns the same rate for every mode. */
export function everyMode(rate: TaxRate): TaxByMode {
  return { "share-capital": rate, mobile: rate, loan: rate, "hospital-bill": rate };
}

/** Returns a rate in hundredths of a percent, to the nearest. */
export function nearestBasisPoints(rate: TaxRate): bigint {
  const { part, whole } = fractionOf(rate);
  return (part * BASIS * 2n + whole) / (whole * 2n);
}

const fractionOf = (rate: TaxRate): Fraction =>
  typeof rate === "bigint" ? { part: rate, whole: BASIS } : rate;

/** The tax on one leg, to the nearest cent with half a cent up. */
export function taxOn(amount: Cents, rate: TaxRate): Cents {
  const { part, whole } = fractionOf(rate);
  return cents((amount * part * 2n + whole) / (whole * 2n));
}

/** The net of an amount after its tax. */
export function netOf(amount: Cents, rate: TaxRate): Cents {
  return cents(amount - taxOn(amount, rate));
}

/** The least amount with a given net after tax; every net has one. */
export function grossFor(net: Cents, rate: TaxRate): Cents {
  if (net <= 0n) return ZERO_CENTS;
  const { part, whole } = fractionOf(rate);
  return cents((net * whole - whole / 2n) / (whole - part) + 1n);
}

/**
 * The working days within which withheld tax is remitted, counted from the day after it is
 * withheld: section 35 of Kenya's Income Tax Act, as amended from 1 July 2023.
 */
export const TAX_REMITTANCE_DAYS = 5;
