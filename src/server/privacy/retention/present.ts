import type { retentionRules } from "#server/privacy/personal-data/retention.ts";
import { presentDone } from "#server/kernel/platform/setting-change.ts";
import type { newestRule, RuleRow } from "./queries.ts";

type Newest = Awaited<ReturnType<typeof newestRule>>;
type InForce = Awaited<ReturnType<typeof retentionRules>>;

/** Every rule with its status. */
export function presentRules(newest: Newest, inForce: InForce, rows: readonly RuleRow[]) {
  return {
    today: newest.today,
    newest: String(newest.id),
    inForce,
    rows: rows.map((row) => ({
      id: String(row.id),
      what: row.what,
      amount: row.amount,
      unit: row.unit,
      effectiveFrom: row.effective_from,
      state: row.state,
      set: presentDone(row),
    })),
  };
}
