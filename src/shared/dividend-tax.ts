import type { CalendarDate } from "./calendar-date.ts";
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

/** How tax is withheld: by the mode of payment, or by the kind of income. */
export const taxBases = ["mode", "kind"] as const;

export type TaxBasis = (typeof taxBases)[number];

/** The names of the bases, as the modes have theirs. */
export const basisWords = {
  mode: "BY MODE OF PAYMENT",
  kind: "BY KIND OF INCOME",
} as const satisfies Record<TaxBasis, string>;

/** The rates of tax by kind of income, in hundredths of a percent. */
export interface TaxByKind {
  readonly onShares: bigint;
  readonly onInterest: bigint;
}

/** A choice of the basis with the day from which it applies; null rates mean by mode. */
export interface DatedBasis {
  readonly effectiveFrom: CalendarDate;
  readonly kinds: TaxByKind | null;
}

/** The two kinds of income in a dividend. */
export interface Incomes {
  readonly onShareCapital: Cents;
  readonly onDeposits: Cents;
}

/** Returns the rates by kind of income in force on a day; null if tax goes by mode. */
export function kindsInForce(bases: readonly DatedBasis[], on: CalendarDate): TaxByKind | null {
  return latestBy(bases, on)?.kinds ?? null;
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

/** A rate of withholding tax with the day from which it applies. */
export interface DatedTax {
  readonly mode: SplitMode;
  readonly effectiveFrom: CalendarDate;
  readonly basisPoints: bigint;
}

/**
 * The rates in force on a day: of each mode the latest that has begun, none if none has. Given in
 * the order they were set; of two from one day, the later one applies.
 */
export function taxInForce(
  rates: readonly DatedTax[],
  on: CalendarDate,
): Readonly<Record<SplitMode, bigint>> {
  const inForce = (mode: SplitMode) =>
    latestBy(
      rates.filter((rate) => rate.mode === mode),
      on,
    )?.basisPoints ?? 0n;
  return {
    "share-capital": inForce("share-capital"),
    mobile: inForce("mobile"),
    loan: inForce("loan"),
    "hospital-bill": inForce("hospital-bill"),
  };
}

function latestBy<Dated extends { readonly effectiveFrom: CalendarDate }>(
  dated: readonly Dated[],
  on: CalendarDate,
): Dated | null {
  return dated
    .filter(({ effectiveFrom }) => effectiveFrom <= on)
    .reduce<Dated | null>((best, one) => {
      return best === null || one.effectiveFrom >= best.effectiveFrom ? one : best;
    }, null);
}

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
