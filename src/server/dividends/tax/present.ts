import { inModeOrder, modeWords, type SplitMode, splitModes } from "#shared/split-modes.ts";
import { presentKinds, type TaxRows } from "#server/payouts/queue/tax-rows.ts";
import { presentCancelled } from "#server/kernel/platform/dated-rows.ts";
import { presentDone } from "#server/kernel/platform/setting-change.ts";
import type { RateRow, TaxHistory } from "./queries.ts";

interface SetRow {
  readonly id: bigint;
  readonly is_to_come: boolean;
}

/** Returns the columns that rows of rates and of the basis have in common. */
function presentDated(row: RateRow) {
  return {
    id: String(row.id),
    effectiveFrom: row.effective_from,
    state: row.state,
    set: presentDone(row),
    ...presentCancelled(row),
  };
}

/** Converts a choice of the basis to the names of the wire, with its rates if it has any. */
function presentBasis({ basis_points: share, interest_basis_points: interest }: RateRow) {
  if (share === null || interest === null) return { basis: "mode" as const };
  return { basis: "kind" as const, shareBasisPoints: share, interestBasisPoints: interest };
}

function presentDeclared({ year, tax }: { readonly year: number; readonly tax: TaxRows }) {
  const taxByKind = presentKinds(tax);
  if (taxByKind !== null) return { year, tax: [], taxByKind };
  const said = inModeOrder(tax).map(({ mode, basisPoints }) => ({
    mode: modeWords[mode],
    basisPoints,
  }));
  return { year, tax: said };
}

/** Every rate with its state; a mode without any rate has no tax withheld. */
export function presentRates({ today, newest, rows, declared }: TaxHistory) {
  const inForce = (mode: SplitMode) =>
    rows.find((row) => row.mode === mode && row.state === "in-force")?.basis_points ?? 0;
  const bases = rows.filter(({ mode }) => mode === "all");
  const basis = bases.find(({ state }) => state === "in-force");
  return {
    today,
    newest: String(newest),
    basis: basis ? presentBasis(basis) : { basis: "mode" as const },
    inForce: splitModes.map((mode) => ({ mode: modeWords[mode], basisPoints: inForce(mode) })),
    rows: rows.flatMap((row) =>
      row.mode === "all"
        ? []
        : [
            {
              ...presentDated(row),
              mode: modeWords[row.mode],
              basisPoints: row.basis_points ?? 0,
            },
          ],
    ),
    bases: bases.map((row) => ({ ...presentDated(row), ...presentBasis(row) })),
    declared: declared.map(presentDeclared),
  };
}

/** Converts a rate that was set to the names of the wire. */
export const presentSet = ({ id, is_to_come: isToCome }: SetRow) => ({
  id: String(id),
  state: isToCome ? ("to-come" as const) : ("in-force" as const),
});
