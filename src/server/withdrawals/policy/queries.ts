import * as z from "zod/mini";
import { ruleStates } from "#shared/contract/withdrawals/policy.ts";
import { withStatesInSql } from "#server/kernel/platform/dated-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { doneColumns, doneInSql } from "#server/kernel/platform/setting-change.ts";
import {
  datedWithdrawalPolicy,
  ruleColumns,
} from "#server/withdrawals/requests/withdrawal-policy.ts";

const findRules = statement({
  name: "withdrawals-rules",
  text: `select r.id, r.effective_from, r.state, ${Object.keys(ruleColumns).join(", ")},
      ${doneInSql("r.set_by", "r.set_at")}
    from ${withStatesInSql(datedWithdrawalPolicy)} r
    order by r.effective_from desc, r.id desc limit 50`,
  row: z.object({
    id: z.bigint(),
    effective_from: z.string(),
    state: z.enum(ruleStates),
    ...ruleColumns,
    ...doneColumns,
  }),
});

const findToday = statement({
  name: "withdrawals-rules-today",
  text: "select akiba_today() as today, max(id) as newest from withdrawal_policy",
  row: z.object({ today: z.string(), newest: z.bigint() }),
});

/** All rules with their states, and the newest that were set. */
export async function rulesHistory(snapshot: Snapshot) {
  const at = await snapshot.first(findToday);
  if (at === null) throw new Error("there are no rules for withdrawals");
  return { ...at, rows: await snapshot.rows(findRules) };
}
