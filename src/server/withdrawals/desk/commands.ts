import type { MemberNo } from "#shared/member-number.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { lockPayout } from "#server/payouts/queue/payout-rows.ts";
import { putBack } from "#server/payouts/queue/put-back.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { lockHolder } from "#server/withdrawals/accounts/holder.ts";
import { notifyMember } from "#server/withdrawals/requests/notify-member.ts";
import { end, release } from "#server/withdrawals/requests/release.ts";
import { shownWithdrawal } from "./present.ts";
import { type DetailsRow, detailsAt, lockWithdrawal } from "./queries.ts";

/** A withdrawal to decide about, with the digest of what the person was shown of it. */
interface Decided {
  readonly id: bigint;
  readonly shownDigest: string;
}

/**
 * Approves a withdrawal as the second person, and queues its payment if its notice is over. The
 * database compares the approver with the member and with the person who entered it.
 */
export async function approve(
  work: UnitOfWork,
  { id, shownDigest }: Decided,
  notify: Notify,
): Promise<void> {
  const before = await detailsAt(work, id);
  if (before === null) throw new Problem("no-such-withdrawal");
  await lockHolder(work, before.member_no as MemberNo);
  const found = await lockUndecided(work, id);
  if (!found.needs_approval || found.approved_by !== "") throw new Problem("withdrawal-state");
  requireShown(shownDigest, shownWithdrawal(found));
  await work.run(
    "update withdrawal set approved_by = $2, approved_at = akiba_now() where id = $1",
    [id, work.actor],
  );
  const { reference } = found;
  work.audit({ action: "withdrawal-approved", subject: `withdrawal:${id}`, detail: { reference } });
  const isReleased = await release(work, id);
  await notifyMember(work, id, isReleased ? "withdrawal-sent" : "withdrawal-noticed", notify);
}

/**
 * Rejects a withdrawal that has not been sent, with a reason. A queued one can be rejected only
 * while its member is suspended and it is unsent: its payment fails, and the money returns to the
 * account.
 */
export async function reject(
  work: UnitOfWork,
  { id, shownDigest, reason }: Decided & { readonly reason: string },
  notify: Notify,
): Promise<void> {
  const found = await lockWithdrawal(work, id);
  if (found === null) throw new Problem("no-such-withdrawal");
  if (found.state === "queued") return stop(work, found, { id, shownDigest, reason });
  if (found.state !== "requested") throw new Problem("withdrawal-state");
  requireShown(shownDigest, shownWithdrawal(found));
  await end(work, id, { state: "rejected", because: reason });
  await notifyMember(work, id, "withdrawal-rejected", notify);
}

/** Returns a suspended member's queued withdrawal to the account; the queue does not send it. */
async function stop(
  work: UnitOfWork,
  { payout_id: payoutId, member_id: memberId }: DetailsRow,
  { id, shownDigest, reason }: Decided & { readonly reason: string },
): Promise<void> {
  if (await isThemselves(work, work.actor, memberId)) throw new Problem("approval-two-people");
  const payout = payoutId === null ? null : await lockPayout(work, payoutId);
  // Read again once the payment is locked: it may have been sent until then.
  const found = await detailsAt(work, id);
  if (payout === null || found?.is_stopped !== true) throw new Problem("withdrawal-state");
  requireShown(shownDigest, shownWithdrawal(found));
  await putBack(work, payout, reason);
  work.audit({ action: "withdrawal-stopped", subject: `withdrawal:${id}`, detail: { reason } });
}

/** Locks a withdrawal that has not left. */
async function lockUndecided(work: UnitOfWork, id: bigint): Promise<DetailsRow> {
  const found = await lockWithdrawal(work, id);
  if (found === null) throw new Problem("no-such-withdrawal");
  if (found.state !== "requested") throw new Problem("withdrawal-state");
  return found;
}
