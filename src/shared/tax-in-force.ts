import type { CalendarDate } from "./calendar-date.ts";
import type { TaxByKind } from "./dividend-tax.ts";
import type { SplitMode } from "./split-modes.ts";

/** How tax is withheld: by the mode of payment, or by the kind of income. */
export const taxBases = ["mode", "kind"] as const;

export type TaxBasis = (typeof taxBases)[number];

/** The names of the bases, as the modes have theirs. */
export const basisWords = {
  mode: "BY MODE OF PAYMENT",
  kind: "BY KIND OF INCOME",
} as const satisfies Record<TaxBasis, string>;

/** A choice of the basis with the day from which it applies; null rates mean by mode. */
export interface DatedBasis {
  readonly effectiveFrom: CalendarDate;
  readonly kinds: TaxByKind | null;
}

/** Returns the rates by kind of income in force on a day; null if tax goes by mode. */
export function kindsInForce(bases: readonly DatedBasis[], on: CalendarDate): TaxByKind | null {
  return latestBy(bases, on)?.kinds ?? null;
}

/** A rate of withholding tax with the day from which it applies. */
export interface DatedTax {
  readonly mode: SplitMode;
  readonly effectiveFrom: CalendarDate;
  readonly basisPoints: bigint;
}

/**
 * The rates in force on a day: for each mode the latest that has begun, if any. Given in the order
 * they were set; if two begin on the same day, the later one applies.
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
