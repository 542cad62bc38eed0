import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Cents } from "#shared/money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import { DatedRows } from "#server/kernel/platform/dated-rows.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { datedWithdrawalPolicy } from "#server/withdrawals/requests/withdrawal-policy.ts";

/** The rules for withdrawals from a day on. */
interface RulesToSet {
  readonly effectiveFrom: CalendarDate;
  readonly smallest: Cents;
  readonly largestDay: Cents;
  readonly fee: Cents;
  readonly noticeDays: number;
  readonly approvalAbove: Cents;
  readonly follows?: bigint | undefined;
}

const rows = new DatedRows(datedWithdrawalPolicy, [
  "smallest_cents",
  "largest_day_cents",
  "fee_cents",
  "notice_days",
  "approval_above_cents",
]);

/** The highest amount and the highest fee that can be set; the database enforces them too. */
const MOST: bigint = 100_000_000n;
/** A second person approves amounts above this on one day, independent of the rules. */
const MAX_ALONE: bigint = 5_000_000n;
const MAX_FEE: bigint = 100_000n;
const LEAST: bigint = 100n;

/** Sets the rules from a day on, and notifies the office. */
export async function setRules(work: UnitOfWork, rules: RulesToSet, notify: Notify) {
  const { effectiveFrom, smallest, largestDay, fee, noticeDays, approvalAbove, follows } = rules;
  rejectOutside(rules);
  await rows.rejectTooEarly(work, effectiveFrom);
  const values = [smallest, largestDay, fee, noticeDays, approvalAbove];
  const written = await rows.schedule(work, { effectiveFrom, follows, values });
  if (written === null) throw new Problem("settings-changed");
  work.audit({
    action: "withdrawal-rules-set",
    subject: "withdrawal-rules",
    detail: {
      effectiveFrom,
      smallest: String(smallest),
      largestDay: String(largestDay),
      fee: String(fee),
      noticeDays: String(noticeDays),
      approvalAbove: String(approvalAbove),
    },
  });
  await notifyOffice(work, "settings-withdrawals", { day: effectiveFrom }, notify);
  return written;
}

function rejectOutside({ smallest, largestDay, fee, approvalAbove }: RulesToSet): void {
  if (smallest < LEAST || smallest > MOST) throw fieldProblem("smallest", "amount.form");
  if (largestDay > MOST) throw fieldProblem("largestDay", "amount.form");
  if (largestDay < smallest) throw fieldProblem("largestDay", "withdrawal.day-below");
  if (fee > MAX_FEE) throw fieldProblem("fee", "amount.form");
  if (approvalAbove > MAX_ALONE) throw fieldProblem("approvalAbove", "withdrawal.alone");
}
