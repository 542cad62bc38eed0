import * as z from "zod/mini";
import { rateStates } from "#shared/contract/dividends/tax.ts";
import { splitModes } from "#shared/split-modes.ts";
import { datedTax, taxRows, taxRowsInSql } from "#server/payouts/queue/tax-rows.ts";
import {
  cancelledColumns,
  cancelledInSql,
  withStatesInSql,
} from "#server/kernel/platform/dated-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { doneColumns, doneInSql } from "#server/kernel/platform/setting-change.ts";

/** The subject of a rate: a mode, or the basis of all tax. */
const rateSubjects = [...splitModes, "all"] as const;

export type RateSubject = (typeof rateSubjects)[number];

const rateRow = z.object({
  id: z.bigint(),
  mode: z.enum(rateSubjects),
  effective_from: z.string(),
  basis_points: z.nullable(z.int()),
  interest_basis_points: z.nullable(z.int()),
  state: z.enum(rateStates),
  ...doneColumns,
  ...cancelledColumns,
});

export type RateRow = z.infer<typeof rateRow>;

const findRates = statement({
  name: "dividend-tax-history",
  text: `select r.id, r.mode, r.effective_from, r.basis_points, r.interest_basis_points, r.state,
      ${doneInSql("r.set_by", "r.set_at")}, ${cancelledInSql}
    from ${withStatesInSql(datedTax)} r order by r.effective_from desc, r.id desc limit 100`,
  row: rateRow,
});

const findToday = statement({
  name: "dividend-tax-today",
  text: "select akiba_today() as today, max(id) as newest from withholding_rate",
  row: z.object({ today: z.string(), newest: z.bigint() }),
});

// Paid dividends are history; for the others the office sees which rates apply.
const findDeclared = statement({
  name: "dividend-tax-declared",
  text: `select d.year, ${taxRowsInSql}
    from dividend d where d.state not in ('withdrawn', 'paid') order by d.year desc`,
  row: z.object({
    year: z.int(),
    tax: taxRows,
  }),
});

/** Every rate with its state, and the years that keep the rates they were declared with. */
export async function taxHistory(snapshot: Snapshot) {
  const at = await snapshot.first(findToday);
  if (at === null) throw new Error("there are no rates of withholding tax");
  return {
    ...at,
    rows: await snapshot.rows(findRates),
    declared: await snapshot.rows(findDeclared),
  };
}

export type TaxHistory = Awaited<ReturnType<typeof taxHistory>>;

const findRate = statement({
  name: "dividend-tax-rate",
  text: `select mode, effective_from, basis_points, interest_basis_points
    from withholding_rate where id = $1`,
  row: z.pick(rateRow, {
    mode: true,
    effective_from: true,
    basis_points: true,
    interest_basis_points: true,
  }),
});

/** A rate as it was set; null if there is none. */
export function rateById(snapshot: Snapshot, id: bigint) {
  return snapshot.first(findRate, [id]);
}
