import { inModeOrder, modeWords, type SplitMode, splitModes } from "#shared/dividend-split.ts";
import { presentDone } from "#server/platform/setting-change.ts";
import type { RateRow, TaxHistory } from "./queries.ts";

function presentRate(row: RateRow) {
  const { cancelled_by: by, cancelled_on: date, cancelled_time: time } = row;
  return {
    id: String(row.id),
    mode: modeWords[row.mode],
    effectiveFrom: row.effective_from,
    basisPoints: row.basis_points,
    state: row.state,
    set: presentDone(row),
    ...(by !== null && date !== null && time !== null && { cancelled: { by, date, time } }),
  };
}

/** Every rate and how it stands; a mode for which none was ever set has none withheld. */
export function presentRates({ today, newest, rows, declared }: TaxHistory) {
  const inForce = (mode: SplitMode) =>
    rows.find((row) => row.mode === mode && row.state === "in-force")?.basis_points ?? 0;
  return {
    today,
    newest: String(newest),
    inForce: splitModes.map((mode) => ({ mode: modeWords[mode], basisPoints: inForce(mode) })),
    rows: rows.map(presentRate),
    declared: declared.map(({ year, tax }) => ({
      year,
      tax: inModeOrder(tax).map(({ mode, basisPoints }) => ({
        mode: modeWords[mode],
        basisPoints,
      })),
    })),
  };
}
