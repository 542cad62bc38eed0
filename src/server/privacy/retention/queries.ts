import * as z from "zod/mini";
import { ruleStates } from "#shared/contract/privacy/retention.ts";
import { retained, retentionUnits } from "#shared/retention.ts";
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

// Every rule is set before its first day, so one replaced for the same day was never in force.
const findRules = statement({
  name: "retention-history",
  text: `with in_force as (
      select distinct on (what) id from retention_rule where effective_from <= akiba_today()
      order by what, effective_from desc, id desc
    )
    select r.id, r.what, r.amount, r.unit, r.effective_from,
      case when r.id in (select id from in_force) then 'in-force'
        when exists (select from retention_rule n where n.what = r.what
          and n.effective_from = r.effective_from and n.id > r.id) then 'replaced'
        when r.effective_from > akiba_today() then 'to-come' else 'past' end as state,
      ${doneInSql("r.set_by", "r.set_at")}
    from retention_rule r order by r.effective_from desc, r.id desc limit 100`,
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
