import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import type { StaffRole } from "#shared/permissions.ts";
import { roleMay } from "#shared/permissions.ts";
import { sendInvitation } from "#server/employment/invitations.ts";
import { requestApproval } from "#server/approvals/request-approval.ts";
import type { SignedIn } from "#server/http/actor.ts";
import { enqueueAll, type Wake } from "#server/outbox/enqueue.ts";
import { societyContact } from "#server/outbox/society-contact.ts";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import type { Limits } from "#server/platform/limits.ts";
import { Refusal, refuseField } from "#server/platform/refusal.ts";
import * as sessions from "#server/sessions/sessions.ts";
import type { StaffMessage } from "./messages.ts";
import { numbersToTell, type StaffRow, staffAt } from "./queries.ts";

/** Who does it, and what it takes to tell of it. */
export interface Doing {
  readonly actor: SignedIn;
  readonly limits: Limits;
  readonly wake: Wake;
}

export interface NewColleague {
  readonly staffNo: MemberNo;
  readonly fullName: string;
  readonly role: StaffRole;
  readonly mobileNo: MobileNumber;
  readonly email: string;
  readonly memberNo: MemberNo | null;
}

const insertStaff = statement({
  name: "staff-insert",
  text: `insert into staff (staff_no, full_name, role, mobile_number, email, member_id)
    select $1, $2, $3, $4, $5, (select id from member where member_no = $6)
    where not exists (select from member where member_no = $1)
    on conflict (staff_no) do nothing returning id`,
  row: z.object({ id: z.bigint() }),
});

const findMember = statement({
  name: "staff-member-link",
  text: `select m.id, exists (select from staff s where s.member_id = m.id) as taken
    from member m where m.member_no = $1`,
  row: z.object({ id: z.bigint(), taken: z.boolean() }),
});

/** Puts somebody on the staff, who has no login until they accept the invitation. */
export async function invite(work: UnitOfWork, given: NewColleague, doing: Doing): Promise<void> {
  const { staffNo, fullName, role, mobileNo, email, memberNo } = given;
  await refuseUnlessActive(work, doing.actor);
  if (memberNo !== null) {
    const member = await work.first(findMember, [memberNo]);
    if (member === null) throw refuseField("memberNo", "member.unknown");
    if (member.taken) throw refuseField("memberNo", "staffNo.taken");
  }
  const made = await work.first(insertStaff, [staffNo, fullName, role, mobileNo, email, memberNo]);
  if (made === null) throw refuseField("staffNo", "staffNo.taken");
  const invited = { staffId: made.id, staffNo, mobileNumber: mobileNo, email };
  await sendInvitation(work, invited, doing);
  work.audit({ action: "staff-invited", subject: `staff:${staffNo}`, detail: { role, memberNo } });
  await tell(work, { staff_no: staffNo, role }, "staff-invited", doing);
}

const findAdministrator = statement({
  name: "staff-administrator",
  text: `select exists (select from staff s join login l on l.staff_id = s.id
    where s.role = 'administrator' and s.suspended_at is null) as there`,
  row: z.object({ there: z.boolean() }),
});

const insertFirst = statement({
  name: "staff-insert-first",
  text: `insert into staff (staff_no, full_name, role, mobile_number, email)
    select $1, $2, 'administrator', $3, $4
    where not exists (select from member where member_no = $1)
    on conflict (staff_no) do update set full_name = excluded.full_name,
      role = excluded.role, mobile_number = excluded.mobile_number, email = excluded.email
    where not exists (select from login l where l.staff_id = staff.id)
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Invites the first administrator, whom nobody of the staff can invite; again where they did not
 * come. Refused from when one can sign in: then they do it, under their own name.
 */
export async function inviteFirst(
  work: UnitOfWork,
  given: Pick<NewColleague, "staffNo" | "fullName" | "mobileNo" | "email">,
  sending: Omit<Doing, "actor">,
): Promise<void> {
  const { staffNo, fullName, mobileNo, email } = given;
  if ((await work.first(findAdministrator))?.there) throw new Refusal("staff-state");
  const made = await work.first(insertFirst, [staffNo, fullName, mobileNo, email]);
  if (made === null) throw refuseField("staffNo", "staffNo.taken");
  await sendInvitation(work, { staffId: made.id, staffNo, mobileNumber: mobileNo, email }, sending);
  const detail = { role: "administrator" };
  work.audit({ action: "staff-invited", subject: `staff:${staffNo}`, detail });
}

/** Sends another invitation to somebody who has not accepted one. */
export async function inviteAgain(work: UnitOfWork, staffNo: MemberNo, doing: Doing) {
  const { id, mobile_number: mobileNumber, email, state } = await lock(work, staffNo, doing);
  if (state !== "invited" && state !== "lapsed") throw new Refusal("staff-state");
  await sendInvitation(work, { staffId: id, staffNo, mobileNumber, email }, doing);
  work.audit({ action: "staff-invited", subject: `staff:${staffNo}` });
}

/** Gives somebody else another role, which holds from their next call. */
export async function changeRole(
  work: UnitOfWork,
  { staffNo, role }: { readonly staffNo: MemberNo; readonly role: StaffRole },
  doing: Doing,
): Promise<void> {
  const before = await lock(work, staffNo, doing);
  if (before.role === role) throw new Refusal("staff-state");
  await work.run("update staff set role = $2 where id = $1", [before.id, role]);
  const detail = { from: before.role, to: role };
  work.audit({ action: "staff-role-changed", subject: `staff:${staffNo}`, detail });
  await tell(work, { ...before, role }, "staff-role-changed", doing);
}

/** Lets somebody else sign in no more, and ends whatever they have open. */
export async function suspend(
  work: UnitOfWork,
  { staffNo, reason }: { readonly staffNo: MemberNo; readonly reason: string },
  doing: Doing,
): Promise<void> {
  const before = await lock(work, staffNo, doing);
  if (before.state === "suspended") throw new Refusal("staff-state");
  await work.run(
    `update staff set suspended_at = akiba_now(), suspended_by = $2, suspended_because = $3
      where id = $1`,
    [before.id, work.actor, reason],
  );
  if (before.login_id !== null) await sessions.endSessions(work, before.login_id, "suspended");
  work.audit({ action: "staff-suspended", subject: `staff:${staffNo}`, detail: { reason } });
  await tell(work, before, "staff-suspended", doing);
}

/** Requests that somebody may sign in again, and returns the number of the request. */
export async function requestResumption(
  work: UnitOfWork,
  staffNo: MemberNo,
  doing: Doing,
): Promise<bigint> {
  const before = await lock(work, staffNo, doing);
  if (before.state !== "suspended") throw new Refusal("staff-state");
  const account = `staff:${staffNo}`;
  return requestApproval(work, {
    kind: "staff-resumption",
    subject: account,
    about: account,
    payload: { staffNo },
  });
}

/** Lets somebody sign in again; what they had open before stays ended. */
export async function resume(work: UnitOfWork, staffNo: MemberNo, doing: Doing): Promise<void> {
  const before = await staffAt(work, staffNo);
  if (before?.state !== "suspended") throw new Refusal("staff-state");
  await work.run(
    `update staff set suspended_at = null, suspended_by = null, suspended_because = ''
      where id = $1`,
    [before.id],
  );
  if (before.login_id !== null) await sessions.endSessions(work, before.login_id, "resumed");
  work.audit({ action: "staff-resumed", subject: `staff:${staffNo}` });
  await tell(work, before, "staff-resumed", doing);
}

/** Locks one account of the staff until the unit of work ends. */
export async function lockAccount(work: UnitOfWork, staffNo: MemberNo): Promise<void> {
  await work.rows(lockStaff, [[staffNo]]);
}

/** Ends every session of somebody else; gives how many were open. */
export async function endSessions(work: UnitOfWork, staffNo: MemberNo, doing: Doing) {
  const { login_id: loginId } = await lock(work, staffNo, doing);
  const ended = loginId === null ? 0 : await sessions.endSessions(work, loginId, "by staff");
  work.audit({ action: "staff-sessions-ended", subject: `staff:${staffNo}`, detail: { ended } });
  return ended;
}

/** Takes the second factor of somebody else away, and ends what was opened with it. */
export async function resetSecondFactor(
  work: UnitOfWork,
  { staffNo, reason }: { readonly staffNo: MemberNo; readonly reason: string },
  doing: Doing,
): Promise<void> {
  const before = await lock(work, staffNo, doing);
  const { login_id: loginId } = before;
  if (loginId === null) throw new Refusal("second-factor-none");
  await sessions.endSessions(work, loginId, "second factor reset");
  const gone = await work.run("delete from second_factor where login_id = $1", [loginId]);
  if (gone === 0) throw new Refusal("second-factor-none");
  await work.run("delete from second_factor_enrolment where login_id = $1", [loginId]);
  work.audit({ action: "second-factor-reset", subject: `staff:${staffNo}`, detail: { reason } });
  await tell(work, before, "second-factor-reset", doing);
}

const lockStaff = statement({
  name: "staff-lock",
  // In one order, so that two who act on each other wait for and do not block each other.
  text: `select staff_no, role, suspended_at is null as active from staff
    where staff_no = any ($1::text[]) order by id for update`,
  row: z.object({ staff_no: z.string(), role: z.string(), active: z.boolean() }),
});

/**
 * Locks who does it with whom it is about, who is somebody else. Of two administrators who suspend
 * each other at once the second is one no more by the time they have the lock.
 */
async function lock(work: UnitOfWork, staffNo: MemberNo, { actor }: Doing): Promise<StaffRow> {
  if (staffNo === actor.memberNo) throw new Refusal("own-account");
  const locked = await work.rows(lockStaff, [[staffNo, actor.memberNo]]);
  refuseUnlessManager(locked.find(({ staff_no: no }) => no === actor.memberNo));
  const found = await staffAt(work, staffNo);
  if (found === null) throw new Refusal("no-such-staff");
  return found;
}

async function refuseUnlessActive(work: UnitOfWork, { memberNo }: SignedIn): Promise<void> {
  const [self] = await work.rows(lockStaff, [[memberNo]]);
  refuseUnlessManager(self);
}

function refuseUnlessManager(self: { role: string; active: boolean } | undefined): void {
  const may = self?.active === true && roleMay(self.role as StaffRole, "staff.manage");
  if (!may) throw new Refusal("staff-only");
}

/** Who watches over the staff should hear of a change within two days. */
const NEWS_SECONDS = 172_800;

async function tell(
  work: UnitOfWork,
  about: Pick<StaffRow, "staff_no" | "role">,
  template: StaffMessage,
  { actor, wake }: Doing,
): Promise<void> {
  // Who is invited has the invitation itself to read.
  const person = template === "staff-invited" ? "" : about.staff_no;
  const numbers = await numbersToTell(work, person, actor.memberNo);
  const contact = await societyContact(work);
  const params = { ...contact, who: actor.fullName, staffNo: about.staff_no, role: about.role };
  const message = { channel: "sms", template, language: "en", params } as const;
  const lifetimeSeconds = NEWS_SECONDS;
  const all = numbers.map((recipient) => ({ ...message, recipient, lifetimeSeconds }));
  await enqueueAll(work, all, wake);
}
