import * as z from "zod/mini";
import { ruleStates } from "#shared/contract/privacy/retention.ts";
import { retained, retentionUnits } from "#shared/retention-bounds.ts";
import { withStatesInSql } from "#server/kernel/platform/dated-rows.ts";
import { datedRetention } from "#server/privacy/personal-data/retention.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { doneColumns, doneInSql } from "#server/kernel/platform/setting-change.ts";

const ruleRow = z.object({
  id: z.bigint(),
  what: z.enum(retained),
  amount: z.int(),
  unit: z.enum(retentionUnits),
  effective_from: z.string(),
  state: z.enum(ruleStates),
  ...doneColumns,
});

export type RuleRow = z.infer<typeof ruleRow>;

const findRules = statement({
  name: "retention-history",
  text: `select r.id, r.what, r.amount, r.unit, r.effective_from, r.state,
      ${doneInSql("r.set_by", "r.set_at")}
    from ${withStatesInSql(datedRetention)} r
    order by r.effective_from desc, r.id desc limit 100`,
  row: ruleRow,
});

const findNewest = statement({
  name: "retention-newest",
  text: `select r.id, akiba_today() as today, ${doneInSql("r.set_by", "r.set_at")}
    from retention_rule r order by r.id desc limit 1`,
  row: z.object({ id: z.bigint(), today: z.string(), ...doneColumns }),
});

/** The latest rule, whether or not it is in force yet, and its first day. */
export async function newestRule(snapshot: Snapshot) {
  const newest = await snapshot.first(findNewest);
  if (newest === null) throw new Error("there is no rule of retention");
  return newest;
}

/** Every rule that was set, with its status today. */
export function ruleHistory(snapshot: Snapshot): Promise<RuleRow[]> {
  return snapshot.rows(findRules);
}
