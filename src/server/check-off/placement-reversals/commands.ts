import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { checkOffLineSubject } from "#server/oversight/approvals/subjects.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { lockLoan, recordReversedSteps } from "#server/loans/lending/bulk-repayments.ts";
import { settleByBalance } from "#server/loans/lending/loans.ts";
import { enqueueSelected, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { holdBatch } from "#server/check-off/payroll/batch.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { unplacedMessage } from "./messages.ts";
import { isOwn, type PlacedLine, placedLine } from "./queries.ts";

/** A line of a file whose money was placed out of suspense. */
export interface LineOfFile {
  readonly batch: bigint;
  readonly row: bigint;
}

/** Requests that a second person approve the reversal of a placement; returns the request. */
export async function requestReversal(
  work: UnitOfWork,
  line: LineOfFile,
  reason: string,
): Promise<bigint> {
  const placed = await holdPlaced(work, line);
  await rejectOwn(work, placed, work.actor);
  return requestApproval(work, {
    kind: "check-off-placement-reversal",
    subject: checkOffLineSubject(line.batch, line.row),
    about: `member:${placed.member_no}`,
    payload: { batch: String(line.batch), row: String(line.row), placement: String(placed.id) },
    reason,
  });
}

interface Approved {
  /** The first person, as the audit log names them. */
  readonly requestedBy: string;
  readonly reason: string;
  readonly notify: Notify;
}

/**
 * Reverses a placement, as two people have agreed: its money is in suspense again. The approver of
 * the placement does not approve its reversal.
 */
export async function reversePlacement(
  work: UnitOfWork,
  line: LineOfFile,
  { requestedBy, reason, notify }: Approved,
): Promise<void> {
  const placed = await holdPlaced(work, line);
  for (const actor of [requestedBy, work.actor]) await rejectOwn(work, placed, actor);
  if (placed.released_by === work.actor) throw new Problem("own-entry");
  if (placed.entry_id === null) throw new Problem("line-state");
  const ended = await work.run(
    `update check_off_release set reversal_proposed_by = $2, reversed_by = $3,
        reversed_at = akiba_now(), reversal_reason = $4
      where id = $1 and reversed_at is null`,
    [placed.id, requestedBy, work.actor, reason],
  );
  if (ended === 0) throw new Problem("line-state");
  await reverse(work, placed.entry_id);
  if (placed.loan_id !== null) await reopenLoan(work, placed, reason, notify);
  const told = { text: unplacedMessage, values: [placed.id] };
  await enqueueSelected(work, "check-off-unplaced", told, notify);
  const detail = { row: Number(line.row), memberNo: placed.member_no, requestedBy, reason };
  const subject = `check-off:${line.batch}`;
  work.audit({ action: "check-off-placement-reversed", subject, detail });
}

async function reopenLoan(work: UnitOfWork, placed: PlacedLine, reason: string, notify: Notify) {
  await settleByBalance(work, [placed.loan_no], notify);
  const paid = "select $1::bigint as loan_id, $2::bigint as amount_cents";
  const repaid = { text: paid, values: [placed.loan_id ?? 0n, placed.amount_cents] };
  const { released_by: by, released_at: at } = placed;
  await recordReversedSteps(work, repaid, { by, at, reason });
}

/** Locks the file and the loan, in this order, and returns the placement. */
async function holdPlaced(work: UnitOfWork, { batch, row }: LineOfFile): Promise<PlacedLine> {
  await holdBatch(work, batch, "posted");
  const placed = await placedLine(work, batch, row);
  if (placed === null) throw new Problem("no-such-placement");
  if (placed.loan_no !== "") await lockLoan(work, placed.loan_no);
  return placed;
}

async function rejectOwn(work: UnitOfWork, placed: PlacedLine, actor: string): Promise<void> {
  if (!(await isOwn(work, placed, actor))) return;
  throw new Problem(placed.loan_id === null ? "own-listing" : "own-loan");
}
