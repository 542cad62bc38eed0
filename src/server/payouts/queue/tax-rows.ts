import * as z from "zod/mini";
import {
  everyMode,
  type Incomes,
  nearestBasisPoints,
  rateByKind,
  type TaxByKind,
  type TaxByMode,
} from "#shared/dividend-tax.ts";
import { taxBases } from "#shared/tax-in-force.ts";
import { type SplitMode, splitModes } from "#shared/split-modes.ts";
import type { DatedTable } from "#server/kernel/platform/dated-rows.ts";

/** The rates of withholding tax, which apply from a day on. */
export const datedTax: DatedTable = {
  table: "withholding_rate",
  subject: "mode",
  from: "today",
  cancellations: { table: "withholding_rate_cancellation", column: "rate_id" },
};

/** The tax of each mode as a dividend was declared, one row for each mode. */
export const taxRows = z.array(
  z.object({
    mode: z.enum(splitModes),
    basis: z.enum(taxBases),
    basisPoints: z.int(),
    interestBasisPoints: z.int(),
  }),
);

export type TaxRows = z.infer<typeof taxRows>;

/** The column `tax` of a dividend `d`, for `taxRows`. */
export const taxRowsInSql = `(select json_agg(json_build_object('mode', t.mode, 'basis', t.basis,
      'basisPoints', t.basis_points, 'interestBasisPoints', t.interest_basis_points)
    order by t.mode)
  from dividend_tax t where t.dividend_id = d.id) as tax`;

/** Returns the rates by kind of income that a dividend was declared with; null for by mode. */
function kindsOf(rows: TaxRows): TaxByKind | null {
  const [row] = rows;
  if (row?.basis !== "kind") return null;
  return { onShares: BigInt(row.basisPoints), onInterest: BigInt(row.interestBasisPoints) };
}

/** Returns the tax of each mode for a member whose dividend has these components. */
export function taxOf(rows: TaxRows, incomes: Incomes): TaxByMode {
  const kinds = kindsOf(rows);
  if (kinds !== null) return everyMode(rateByKind(kinds, incomes));
  const rate = (mode: SplitMode) => BigInt(rows.find((row) => row.mode === mode)?.basisPoints ?? 0);
  return {
    "share-capital": rate("share-capital"),
    mobile: rate("mobile"),
    loan: rate("loan"),
    "hospital-bill": rate("hospital-bill"),
  };
}

/** Returns a member's rate by a mode for the screen, in hundredths of a percent. */
export const pointsOf = (tax: TaxByMode, mode: SplitMode): number =>
  Number(nearestBasisPoints(tax[mode]));

/** Converts the rates by kind of income to the names of the wire; empty if tax goes by mode. */
export function presentKinds(rows: TaxRows) {
  const kinds = kindsOf(rows);
  if (kinds === null) return null;
  return {
    shareBasisPoints: Number(kinds.onShares),
    interestBasisPoints: Number(kinds.onInterest),
  };
}
