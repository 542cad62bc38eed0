import { lapseRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { reverseSelected } from "#server/ledger/journal/reverse-set.ts";
import {
  lockLoans,
  recordReversedSteps,
  settleSelected,
} from "#server/loans/lending/bulk-repayments.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { holdBatch, repaidLoans } from "#server/check-off/payroll/batch.ts";
import { notifyMembers } from "#server/check-off/payroll/news-of-file.ts";
import { type UnitOfWork, violatedConstraint } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { reversalOf } from "./queries.ts";
import { factsOfReversal } from "./present.ts";

interface Reversal {
  readonly batch: bigint;
  /** For the office; members do not see it. */
  readonly reason: string;
  /** The digest of the reversal's effect as the person was shown it. */
  readonly digest: string;
}

/**
 * Reverses a posted file whole, by a person other than its poster. Throws `shown-changed` if its
 * effect differs from what was shown, and `batch-placed` while a line of it is placed.
 */
export async function reverse(
  work: UnitOfWork,
  { batch, reason, digest }: Reversal,
  notify: Notify,
): Promise<void> {
  await work.takeTime();
  const held = await holdBatch(work, batch, "posted");
  const shown = await reversalOf(work, batch);
  if (shown === null) throw new Problem("no-such-batch");
  requireShown(digest, factsOfReversal(shown));
  if (shown.placed_lines > 0) throw new Problem("batch-placed");
  if (held.posted_by === work.actor) throw new Problem("batch-own");
  await work.run("set local lock_timeout = '10s'");
  const repaid = { text: repaidLoans, values: [batch] };
  await lockLoans(work, repaid);
  await reverseEntries(work, batch);
  await settleSelected(work, repaid);
  await recordReversedSteps(work, repaid, { by: held.posted_by, at: held.posted_at, reason });
  await lapseRequests(work, "check-off-placement", { batch: String(batch) });
  await notifyMembers(work, batch, "check-off-reversed", notify);
  await work.run(
    `update check_off_batch set state = 'reversed', ended_by = $2, ended_at = akiba_now(),
        reason = $3 where id = $1`,
    [batch, work.actor, reason],
  );
  const detail = { reason };
  work.audit({ action: "check-off-reversed", subject: `check-off:${batch}`, detail });
}

async function reverseEntries(work: UnitOfWork, batch: bigint): Promise<void> {
  const posted = "select entry_id from check_off_posting where batch_id = $1";
  try {
    await reverseSelected(work, posted, [batch]);
  } catch (error) {
    // The database knows which account would go below zero; its owner is not named.
    if (violatedConstraint(error) === "ledger_account_floor") throw new Problem("not-enough");
    throw error;
  }
}
