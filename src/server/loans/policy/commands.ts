import type { MemberNo } from "#shared/member-number.ts";
import * as policies from "#server/loans/lending/loan-policy.ts";
import type { PolicyToSet, SetPolicy } from "#server/loans/lending/loan-policy.ts";
import { isThemselves, memberSummaryOf } from "#server/members/membership/member-summary.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { PolicyMessage } from "./messages.ts";
import * as queries from "./queries.ts";
import type { ListedRow } from "./queries.ts";

/** Sets a policy from a day on, and notifies the whole office of its author. */
export async function setPolicy(
  work: UnitOfWork,
  given: PolicyToSet,
  notify: Notify,
): Promise<SetPolicy> {
  const set = await policies.setPolicy(work, given);
  await notifyOfPolicy(work, set, "loan-policy-set", notify);
  return set;
}

/** Withdraws a policy for a future day, and notifies the whole office of the person. */
export async function cancelPolicy(
  work: UnitOfWork,
  id: bigint,
  notify: Notify,
): Promise<SetPolicy> {
  const cancelled = await policies.cancelPolicy(work, id);
  await notifyOfPolicy(work, cancelled, "loan-policy-cancelled", notify);
  return cancelled;
}

function notifyOfPolicy(
  work: UnitOfWork,
  { effectiveFrom: day }: SetPolicy,
  template: PolicyMessage,
  notify: Notify,
): Promise<void> {
  return notifyOffice(work, template, { day }, notify);
}

interface Listing {
  readonly memberNo: MemberNo;
  readonly reason: string;
}

/** Bars a member from borrowing, once, even if several people do so at the same time. */
export async function listMember(work: UnitOfWork, given: Listing): Promise<ListedRow> {
  const memberId = await somebodyElse(work, given.memberNo);
  if (memberId === null) throw new Problem("no-such-member");
  const written = await work.run(
    `insert into loan_blacklist (member_id, reason, listed_by) values ($1, $2, $3)
      on conflict (member_id) where removed_at is null do nothing`,
    [memberId, given.reason, work.actor],
  );
  if (written === 0) throw new Problem("already-listed");
  const detail = { reason: given.reason };
  work.audit({ action: "loan-blacklisted", subject: `member:${given.memberNo}`, detail });
  const listed = await queries.listedMember(work, memberId);
  if (listed === null) throw new Error(`${given.memberNo} was not listed`);
  return listed;
}

/** Lifts the bar on a member; the row is kept, with the person and the reason. */
export async function removeMember(work: UnitOfWork, given: Listing): Promise<void> {
  const memberId = await somebodyElse(work, given.memberNo);
  const removed = await work.run(
    `update loan_blacklist set removed_at = akiba_now(), removed_by = $2, removal_reason = $3
      where member_id = $1 and removed_at is null`,
    [memberId, work.actor, given.reason],
  );
  if (removed === 0) throw new Problem("not-listed");
  const detail = { reason: given.reason };
  work.audit({ action: "loan-blacklist-removed", subject: `member:${given.memberNo}`, detail });
}

/** Finds the member, who must not be the acting member of staff. */
async function somebodyElse(work: UnitOfWork, memberNo: MemberNo): Promise<bigint | null> {
  const standing = await memberSummaryOf(work, memberNo);
  if (standing === null) return null;
  if (await isThemselves(work, work.actor, standing.memberId)) {
    throw new Problem("own-listing");
  }
  return standing.memberId;
}
