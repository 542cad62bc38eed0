import type { MemberState } from "#shared/contract/members/suspensions.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type LockedMember, lockMember, moveTo } from "#server/members/membership/member-state.ts";
import { openSuspension, shownSuspension } from "#server/members/membership/shown-suspension.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import type { SuspensionMessage } from "./messages.ts";

interface Step {
  readonly memberNo: MemberNo;
  readonly reason: string;
}

/** Suspends a member: nothing new is possible from now on, and all sessions end. */
export async function suspend(
  work: UnitOfWork,
  { memberNo, reason }: Step,
  notify: Notify,
): Promise<MemberState> {
  const member = await lockAnother(work, memberNo);
  if (member.state !== "active") throw new Problem("suspension-state");
  await work.run(
    "insert into member_suspension (member_id, reason, suspended_by) values ($1, $2, $3)",
    [member.id, reason, work.actor],
  );
  await moveTo(work, member.id, "suspended");
  await notifyMember(work, member, "member-suspended", notify);
  work.audit({ action: "member-suspended", subject: `member:${memberNo}`, detail: { reason } });
  return "suspended";
}

/** Lifts the suspension that was shown; the person who made it may not. */
export async function resume(
  work: UnitOfWork,
  { memberNo, reason, shownDigest }: Step & { readonly shownDigest: string },
  notify: Notify,
): Promise<MemberState> {
  const member = await lockAnother(work, memberNo);
  const open = await openSuspension(work, member.id);
  if (member.state !== "suspended" || open === null) throw new Problem("suspension-state");
  if (open.by === work.actor) throw new Problem("suspension-two-people");
  requireShown(shownDigest, shownSuspension(open));
  await work.run(
    `update member_suspension set resumed_by = $2, resumed_at = akiba_now(), resumed_because = $3
      where id = $1`,
    [open.id, work.actor, reason],
  );
  await moveTo(work, member.id, "active");
  await notifyMember(work, member, "member-resumed", notify);
  work.audit({ action: "member-resumed", subject: `member:${memberNo}`, detail: { reason } });
  return "active";
}

/** Locks a member who is not the requesting member of staff. */
async function lockAnother(work: UnitOfWork, memberNo: MemberNo): Promise<LockedMember> {
  const member = await lockMember(work, memberNo);
  if (member === null) throw new Problem("no-such-member");
  if (await isThemselves(work, work.actor, member.id)) throw new Problem("own-membership");
  return member;
}

async function notifyMember(
  work: UnitOfWork,
  { mobile_number: mobileNumber, language }: LockedMember,
  template: SuspensionMessage,
  notify: Notify,
): Promise<void> {
  const message = { mobileNumber, template, language, params: {} };
  await enqueueSms(work, message, notify);
}
