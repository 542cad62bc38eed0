import { reverse } from "#server/ledger/journal/post.ts";
import { rejectOwn } from "#server/loans/lending/loan-steps.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { chequeSubject } from "#server/oversight/approvals/subjects.ts";
import { lockPayout } from "#server/payouts/queue/payout-rows.ts";
import { putBackAll } from "#server/payouts/queue/put-back.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { type ChequeRow, lockCheque } from "./cheque-rows.ts";

/**
 * Records that a cheque was handed over today, with the name and the document of the recipient.
 * Rejected while a request to stop it waits: otherwise its payee could get both the cheque and the
 * money.
 */
export async function handOver(work: UnitOfWork, id: bigint, to: string): Promise<void> {
  const cheque = await requireCheque(work, id);
  if (cheque.state !== "written") throw new Problem("cheque-state");
  const waiting = { subjects: [chequeSubject(id)], requester: work.actor };
  const stops = await waitingRequests(work, "cheque-stop", waiting);
  if (stops.length > 0) throw new Problem("approval-waits");
  await work.run(
    `update cheque set handed_over_on = akiba_today(), handed_over_to = $2, handed_over_by = $3
      where id = $1`,
    [id, to, work.actor],
  );
  const detail = { cheque: cheque.cheque_no, to };
  work.audit({ action: "cheque-handed-over", subject: chequeSubject(id), detail });
}

/** Requests that a second person approve stopping a cheque that the bank has not paid. */
export async function requestStop(work: UnitOfWork, id: bigint, reason: string): Promise<bigint> {
  const cheque = await requireUnpaid(work, id);
  return requestApproval(work, {
    kind: "cheque-stop",
    subject: chequeSubject(id),
    about: `member:${cheque.member_no}`,
    payload: { cheque: String(id) },
    reason,
  });
}

interface Agreed {
  readonly requestedBy: string;
  readonly reason: string;
}

/**
 * Stops a cheque as two people agreed: its entry is reversed, and its payment fails, so that the
 * money is back where it came from, or the office pays it in another way.
 */
export async function stopCheque(
  work: UnitOfWork,
  id: bigint,
  { requestedBy, reason }: Agreed,
): Promise<void> {
  const cheque = await requireUnpaid(work, id);
  await rejectConcerned(work, cheque, requestedBy);
  const payout = await lockPayout(work, cheque.payout_id ?? 0n);
  if (payout === null) throw new Error(`cheque ${cheque.cheque_no} is of no payout`);
  const narration = `Cheque ${cheque.cheque_no} stopped`;
  const reversalId = await reverse(work, cheque.entry_id, { narration });
  await work.run(
    `update cheque set reversal_id = $2, stop_asked_by = $3, stop_because = $4, stopped_by = $5,
        stopped_at = akiba_now()
      where id = $1`,
    [id, reversalId, requestedBy, reason, work.actor],
  );
  await putBackAll(work, [{ payout, reason }], { failedBy: requestedBy });
  const detail = { cheque: cheque.cheque_no, requestedBy, reason };
  work.audit({ action: "cheque-stopped", subject: chequeSubject(id), detail });
}

async function requireCheque(work: UnitOfWork, id: bigint): Promise<ChequeRow> {
  const cheque = await lockCheque(work, id);
  if (cheque === null) throw new Problem("no-such-cheque");
  await rejectConcerned(work, cheque, work.actor);
  return cheque;
}

/** A cheque of a member's payment that the bank has not paid and nobody has stopped. */
async function requireUnpaid(work: UnitOfWork, id: bigint): Promise<ChequeRow> {
  const cheque = await requireCheque(work, id);
  if (cheque.movement_id !== null) throw new Problem("cheque-of-treasury");
  if (cheque.state === "cleared" || cheque.state === "stopped") throw new Problem("cheque-state");
  return cheque;
}

async function rejectConcerned(
  work: UnitOfWork,
  { member_id: memberId, loan_id: loanId }: ChequeRow,
  person: string,
): Promise<void> {
  if (memberId === null) return;
  if (await isThemselves(work, person, memberId)) throw new Problem("own-listing");
  if (loanId !== null) await rejectOwn(work, { id: loanId }, person);
}
