import type { CalendarDate } from "#shared/calendar-date.ts";
import type { TaxByKind } from "#shared/dividend-tax.ts";
import type { DatedBasis, DatedTax } from "#shared/tax-in-force.ts";
import { modeOnWire } from "#shared/split-modes.ts";
import type { Rates } from "./dividend-tax.tsx";

interface Dated {
  readonly id: string;
  readonly state: Rates["rows"][number]["state"];
}

/** Returns the current and future rates, in the order they were set. */
function inOrder<Row extends Dated>(rows: readonly Row[]): Row[] {
  return rows
    .filter(({ state }) => state !== "cancelled")
    .toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
}

/** Returns the rates of the modes in the form the rule takes. */
export function datedRates({ rows }: Rates): DatedTax[] {
  return inOrder(rows).flatMap(({ mode: words, effectiveFrom, basisPoints }) => {
    const mode = modeOnWire(words);
    if (mode === undefined) return [];
    const day = effectiveFrom as CalendarDate;
    return [{ mode, effectiveFrom: day, basisPoints: BigInt(basisPoints) }];
  });
}

/** Returns the choices of the basis in the form the rule takes. */
export function datedBases({ bases }: Rates): DatedBasis[] {
  return inOrder(bases).map((row) => ({
    effectiveFrom: row.effectiveFrom as CalendarDate,
    kinds: kindsOf(row),
  }));
}

function kindsOf({
  shareBasisPoints: shares,
  interestBasisPoints: interest,
}: Rates["basis"]): TaxByKind | null {
  if (shares === undefined || interest === undefined) return null;
  return { onShares: BigInt(shares), onInterest: BigInt(interest) };
}
