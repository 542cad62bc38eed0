import type { MemberNo } from "#shared/member-number.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown.ts";
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

/** Rejects a withdrawal that has not left, for a reason. */
export async function reject(
  work: UnitOfWork,
  { id, shownDigest, reason }: Decided & { readonly reason: string },
  notify: Notify,
): Promise<void> {
  const found = await lockUndecided(work, id);
  requireShown(shownDigest, shownWithdrawal(found));
  await end(work, id, { state: "rejected", because: reason });
  await notifyMember(work, id, "withdrawal-rejected", notify);
}

/** Locks a withdrawal that has not left. */
async function lockUndecided(work: UnitOfWork, id: bigint): Promise<DetailsRow> {
  const found = await lockWithdrawal(work, id);
  if (found === null) throw new Problem("no-such-withdrawal");
  if (found.state !== "requested") throw new Problem("withdrawal-state");
  return found;
}
