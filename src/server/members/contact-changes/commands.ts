import * as z from "zod/mini";
import type { request as endpoint } from "#shared/contract/members/contact-changes.ts";
import type { MemberNo } from "#shared/member-number.ts";
import {
  requestChange,
  type ContactMessage,
  notifyBothNumbers,
} from "#server/members/membership/contact-changes.ts";
import { rejectWhileHeld } from "#server/members/membership/password-reset-hold.ts";
import { SAFETY_HOLD_HOURS } from "#server/members/membership/contact-change-hold.ts";
import { detailsOfStaff, type MemberDetails } from "#server/members/membership/staff-details.ts";
import { lockMember as lockOwner } from "#server/members/membership/member-state.ts";
import { isThemselves, memberSummaryOf } from "#server/members/membership/member-summary.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { type ChangeRow, changeAt } from "./queries.ts";

export type Request = z.infer<typeof endpoint.body>;

/** Requests new details for a member, by staff who checked the member's identity. */
export async function request(work: UnitOfWork, given: Request, notify: Notify): Promise<bigint> {
  const { memberNo, mobileNo = "", email = "", residence = "", nextOfKin = [] } = given;
  const standing = await memberSummaryOf(work, memberNo);
  if (standing === null) throw new Problem("no-such-member");
  if (await isThemselves(work, work.actor, standing.memberId)) throw new Problem("own-membership");
  if (mobileNo !== "" && standing.mobileNumber === mobileNo) {
    throw fieldProblem("mobileNo", "mobile.same");
  }
  if (mobileNo + email + residence + nextOfKin.join("") === "") {
    throw fieldProblem("mobileNo", "change.nothing");
  }
  const { memberId } = standing;
  await rejectDetailsOfStaff(work, { memberId, mobileNumber: mobileNo, email });
  await rejectWhileHeld(work, memberNo);
  const { reason, identifiedBy } = given;
  const details = { mobileNumber: mobileNo, email, residence, nextOfKin };
  const asked = { memberId, ...details, askedBy: work.actor, reason, identifiedBy };
  const id = await requestChange(work, asked, notify);
  if (mobileNo === "") await notifyBothNumbers(work, id, "contact-details-asked", notify);
  work.audit({ action: "contact-change-asked", subject: `member:${memberNo}` });
  return id;
}

const fieldOf = { mobile: "mobileNo", email: "email", "national-id": "memberNo" } as const;

async function rejectDetailsOfStaff(work: UnitOfWork, given: MemberDetails): Promise<void> {
  const fields = (await detailsOfStaff(work, given)).map((detail) => {
    return { field: fieldOf[detail], problem: "details.staff" } as const;
  });
  if (fields.length > 0) throw new Problem("invalid", { fields });
}

const lockMember = statement({
  name: "contact-change-lock-member",
  // Locks the member before the change, as a request and the start of a change do.
  text: `select m.id, exists (select from contact_change_request o
        where o.member_id = m.id and o.state = 'approved' and o.id <> $1) as other_is_held
    from member m where m.id = (select member_id from contact_change_request where id = $1)
    for update of m`,
  row: z.object({ id: z.bigint(), other_is_held: z.boolean() }),
});

async function lockChange(work: UnitOfWork, id: bigint) {
  const member = await work.first(lockMember, [id]);
  if (member === null) throw new Problem("no-such-change");
  await work.run("select from contact_change_request where id = $1 for update", [id]);
  const change = (await changeAt(work, id)) as ChangeRow;
  return { change, memberId: member.id, otherIsHeld: member.other_is_held };
}

/**
 * Approves a change that somebody else requested; it is on hold from then. Also rejects staff who
 * are the member and made the request under their member number.
 */
export async function approve(work: UnitOfWork, id: bigint, notify: Notify): Promise<void> {
  const { change, memberId, otherIsHeld } = await lockChange(work, id);
  if (change.state !== "requested") throw new Problem("change-state");
  if (change.asked_by === work.actor) throw new Problem("change-two-people");
  if (await isThemselves(work, work.actor, memberId)) throw new Problem("own-membership");
  if (otherIsHeld) throw new Problem("change-held");
  const { mobile_number: mobileNumber, email } = change;
  if ((await detailsOfStaff(work, { memberId, mobileNumber, email })).length > 0) {
    throw new Problem("details-taken");
  }
  await rejectWhileHeld(work, change.member_no as MemberNo);
  await work.run(
    `update contact_change_request set state = 'approved', approved_by = $2,
        approved_at = akiba_now(),
        held_until = akiba_now() + interval '${SAFETY_HOLD_HOURS} hours',
        old_mobile_number = (select mobile_number from member m where m.id = member_id),
        old_email = (select email from member m where m.id = member_id)
      where id = $1`,
    [id, work.actor],
  );
  await notifyIfNumberChanges(work, change, "contact-change-approved", notify);
  work.audit({ action: "contact-change-approved", subject: `contact-change:${id}` });
}

async function notifyIfNumberChanges(
  work: UnitOfWork,
  change: ChangeRow,
  template: ContactMessage,
  notify: Notify,
) {
  if (change.mobile_number !== "") await notifyBothNumbers(work, change.id, template, notify);
}

/** Ends a change before it takes effect, if it is in one of the given states. */
export async function end(
  work: UnitOfWork,
  id: bigint,
  how: { readonly as: "rejected" | "cancelled"; readonly reason: string },
  notify: Notify,
): Promise<void> {
  const { change, memberId } = await lockChange(work, id);
  if (await isThemselves(work, work.actor, memberId)) throw new Problem("own-membership");
  const from = how.as === "rejected" ? ["requested"] : ["requested", "approved"];
  if (!from.includes(change.state)) throw new Problem("change-state");
  await work.run(
    `update contact_change_request set state = $2, ended_by = $3, ended_at = akiba_now(),
        ended_because = $4
      where id = $1`,
    [id, how.as, work.actor, how.reason],
  );
  await notifyIfNumberChanges(work, change, "contact-change-ended", notify);
  work.audit({ action: `contact-change-${how.as}`, subject: `contact-change:${id}` });
}

const findOpen = statement({
  name: "contact-change-open-of-member",
  text: `select c.id from contact_change_request c join member m on m.id = c.member_id
    where m.member_no = $1 and c.state in ('requested', 'approved') order by c.id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Cancels all of a member's own open changes; returns how many. The member is locked first, so that
 * a change that the office ends at the same moment is no longer open.
 */
export async function cancelOwn(
  work: UnitOfWork,
  memberNo: MemberNo,
  notify: Notify,
): Promise<number> {
  await lockOwner(work, memberNo);
  const open = await work.rows(findOpen, [memberNo]);
  for (const { id } of open) {
    await end(work, id, { as: "cancelled", reason: "by the member" }, notify);
  }
  return open.length;
}
