import * as z from "zod/mini";
import { type DatedTable, inForceInSql } from "#server/kernel/platform/dated-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { toWireAmount } from "#shared/money.ts";

/** The rules for withdrawals, which apply from a day on. */
export const datedWithdrawalPolicy: DatedTable = {
  table: "withdrawal_policy",
  subject: null,
  from: "tomorrow",
  cancellations: null,
};

/** The columns of the rules, for a row's schema. */
export const ruleColumns = {
  smallest_cents: bigCents,
  largest_day_cents: bigCents,
  fee_cents: bigCents,
  notice_days: z.int(),
  approval_above_cents: bigCents,
};

const findPolicy = statement({
  name: "withdrawals-policy",
  text: inForceInSql(datedWithdrawalPolicy, `r.id, ${Object.keys(ruleColumns).join(", ")}`),
  row: z.object({ id: z.bigint(), ...ruleColumns }),
});

/** The rules in force today. */
export type WithdrawalPolicy = z.infer<typeof findPolicy.row>;

/** Returns the rules in force today. */
export async function withdrawalPolicy(snapshot: Snapshot): Promise<WithdrawalPolicy> {
  const policy = await snapshot.first(findPolicy);
  if (policy === null) throw new Error("there are no rules for withdrawals");
  return policy;
}

/** Converts rules to the names of the wire. */
export const presentRules = (rules: Omit<WithdrawalPolicy, "id">) => ({
  smallest: toWireAmount(rules.smallest_cents),
  largestDay: toWireAmount(rules.largest_day_cents),
  fee: toWireAmount(rules.fee_cents),
  noticeDays: rules.notice_days,
  approvalAbove: toWireAmount(rules.approval_above_cents),
});
