import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import type { StaffRole } from "#shared/permissions.ts";
import { roleMay } from "#shared/permissions.ts";
import { sendInvitation } from "#server/identity/employment/invitations.ts";
import { staffNoOf } from "#server/kernel/platform/staff-names.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import type { SignedIn } from "#server/kernel/http/actor.ts";
import { notifyOfApproval } from "#server/oversight/approvals/notify-of-approval.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOfficeAbout } from "#server/messaging/outbox/notify-office.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import * as sessions from "#server/identity/sessions/sessions.ts";
import { newsOf, type StaffKind, type StaffMessage } from "./messages.ts";
import { type NewDetails, sameDetails } from "./changed-details.ts";
import { approveThemselves } from "./operator-invitations.ts";
import {
  approversBeside,
  type Details,
  detailsTaken,
  linkPossible,
  numberTaken,
  sharesWithMember,
  type StaffRow,
  staffAt,
} from "./queries.ts";

/** Dependencies for sending an invitation. */
export interface Sending {
  readonly limits: Limits;
  readonly notify: Notify;
}

/** The actor, and the texts for notifying about the change. */
export interface Doing extends Sending {
  readonly actor: SignedIn;
}

export interface NewStaff {
  readonly staffNo: MemberNo;
  readonly fullName: string;
  readonly role: StaffRole;
  readonly mobileNo: MobileNumber;
  readonly email: string;
  readonly nationalId: string;
  readonly memberNo: MemberNo | null;
}

/** Requests that somebody be invited to work here, and returns the number of the request. */
export async function requestInvitation(
  work: UnitOfWork,
  given: NewStaff,
  doing: Doing,
): Promise<bigint> {
  await rejectUnlessActive(work, doing.actor);
  await rejectNumberTaken(work, given);
  await rejectDetailsTaken(work, given);
  return request(work, "staff-invitation", { ...given }, { doing });
}

async function rejectNumberTaken(
  work: UnitOfWork,
  { staffNo, memberNo }: Pick<NewStaff, "staffNo" | "memberNo">,
): Promise<void> {
  const found = await numberTaken(work, staffNo, memberNo);
  if (found?.member_known === false) throw fieldProblem("memberNo", "member.unknown");
  if (found?.taken === true) throw fieldProblem("staffNo", "staffNo.taken");
}

async function rejectDetailsTaken(work: UnitOfWork, given: Details): Promise<void> {
  const fields = await detailsTaken(work, given);
  if (fields.length > 0) throw new Problem("invalid", { fields });
}

interface Requesting {
  readonly doing: Doing;
  readonly reason?: string;
}

type StepPayload = Readonly<Record<string, unknown>> & Parameters<typeof newsOf>[1];

/** Creates a request about a member of staff and notifies the office. */
async function request(
  work: UnitOfWork,
  kind: StaffKind,
  payload: StepPayload,
  { doing, reason = "" }: Requesting,
): Promise<bigint> {
  const account = `staff:${payload.staffNo}`;
  const made = { kind, subject: account, about: account, payload, reason };
  const id = await requestApproval(work, made);
  const news = { ...newsOf(kind, payload), requestedBy: work.actor };
  await notifyOfApproval(work, "requested", news, doing.notify);
  return id;
}

const insertStaff = statement({
  name: "staff-insert",
  text: `insert into staff (staff_no, full_name, role, mobile_number, email, national_id, member_id)
    select $1, $2, $3, $4, $5, $6, (select id from member where member_no = $7)
    where not exists (select from member where member_no = $1)
    on conflict (staff_no) do nothing returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Rejects a number that a member or member of staff has, even one that was just assigned. */
async function insertOnce<Made>(insert: () => Promise<Made | null>): Promise<Made> {
  try {
    const made = await insert();
    if (made !== null) return made;
  } catch (error) {
    if (violatedConstraint(error) !== "person_number_pkey") throw error;
  }
  throw fieldProblem("staffNo", "staffNo.taken");
}

/** Adds a member of staff, who has no login until they accept the invitation. */
export async function invite(work: UnitOfWork, given: NewStaff, sending: Sending) {
  const { staffNo, fullName, role, mobileNo, email, nationalId, memberNo } = given;
  await rejectDetailsTaken(work, given);
  const values = [staffNo, fullName, role, mobileNo, email, nationalId, memberNo];
  const made = await insertOnce(() => work.first(insertStaff, values));
  await sendInvitation(work, { staffId: made.id, staffNo, mobileNumber: mobileNo, email }, sending);
  work.audit({ action: "staff-invited", subject: `staff:${staffNo}`, detail: { role, memberNo } });
}

const upsertUninvited = statement({
  name: "staff-insert-by-operator",
  text: `insert into staff (staff_no, full_name, role, mobile_number, email, national_id)
    select $1, $2, $3, $4, $5, $6
    where not exists (select from member where member_no = $1)
    on conflict (staff_no) do update set full_name = excluded.full_name,
      role = excluded.role, mobile_number = excluded.mobile_number, email = excluded.email,
      national_id = excluded.national_id
    where not exists (select from login l where l.staff_id = staff.id)
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Invites somebody at the request of the server's operator, until two different people can approve
 * staff changes. From then on it throws `staff-state`: those two do it themselves.
 */
export async function inviteByOperator(
  work: UnitOfWork,
  given: Omit<NewStaff, "memberNo">,
  sending: Sending,
): Promise<void> {
  const { staffNo, fullName, role, mobileNo, email, nationalId } = given;
  await work.run("lock table staff in share row exclusive mode");
  if (approveThemselves(await approversBeside(work, ""))) throw new Problem("staff-state");
  await rejectDetailsTaken(work, { ...given, memberNo: null });
  const news = { template: "staff-invited", told: { staffNo, role } };
  await notifyOfficeAbout(work, "", news, sending.notify);
  const values = [staffNo, fullName, role, mobileNo, email, nationalId];
  const made = await insertOnce(() => work.first(upsertUninvited, values));
  await sendInvitation(work, { staffId: made.id, staffNo, mobileNumber: mobileNo, email }, sending);
  work.audit({ action: "staff-invited", subject: `staff:${staffNo}`, detail: { role } });
}

/** Sends another invitation to the approved number, for somebody who has no login. */
export async function inviteAgain(work: UnitOfWork, staffNo: MemberNo, doing: Doing) {
  const { id, mobile_number: mobileNumber, email, state } = await lock(work, staffNo, doing);
  if (state !== "invited" && state !== "lapsed") throw new Problem("staff-state");
  await sendInvitation(work, { staffId: id, staffNo, mobileNumber, email }, doing);
  work.audit({ action: "staff-invited", subject: `staff:${staffNo}` });
}

/** Requests another mobile number, e-mail or ID for somebody else. */
export async function requestDetails(work: UnitOfWork, given: NewDetails, doing: Doing) {
  const before = await lock(work, given.staffNo, doing);
  if (sameDetails(before, given)) throw new Problem("staff-state");
  await rejectDetailsTaken(work, { ...given, memberNo: null });
  return request(work, "staff-details", { ...given }, { doing });
}

/** Records new details of a member of staff. One without a login is invited there instead. */
export async function changeDetails(work: UnitOfWork, given: NewDetails, sending: Sending) {
  const { staffNo, mobileNo, email, nationalId } = given;
  const before = await accountOf(work, staffNo);
  await rejectDetailsTaken(work, { ...given, memberNo: null });
  await work.run(
    "update staff set mobile_number = $2, email = $3, national_id = $4 where id = $1",
    [before.id, mobileNo, email, nationalId],
  );
  if (before.state === "invited" || before.state === "lapsed") {
    const invited = { staffId: before.id, staffNo, mobileNumber: mobileNo, email };
    await sendInvitation(work, invited, sending);
  }
  work.audit({ action: "staff-details-changed", subject: `staff:${staffNo}` });
}

interface RoleOf {
  readonly staffNo: MemberNo;
  readonly role: StaffRole;
}

/** Requests another role for somebody else. */
export async function requestRole(work: UnitOfWork, given: RoleOf, doing: Doing): Promise<bigint> {
  const before = await lock(work, given.staffNo, doing);
  if (before.role === given.role) throw new Problem("staff-state");
  return request(work, "staff-role", { ...given }, { doing });
}

/** Changes the role of a member of staff from their next call; it counts as new for some days. */
export async function changeRole(work: UnitOfWork, { staffNo, role }: RoleOf): Promise<void> {
  const before = await accountOf(work, staffNo);
  if (before.role === role) throw new Problem("staff-state");
  await work.run("update staff set role = $2, role_since = akiba_now() where id = $1", [
    before.id,
    role,
  ]);
  const detail = { from: before.role, to: role };
  work.audit({ action: "staff-role-changed", subject: `staff:${staffNo}`, detail });
}

interface LinkOf {
  readonly staffNo: MemberNo;
  /** Null for no member. */
  readonly memberNo: MemberNo | null;
}

/** Requests recording which member another person is, or that they are not a member. */
export async function requestLink(
  work: UnitOfWork,
  { reason, ...given }: LinkOf & { readonly reason: string },
  doing: Doing,
): Promise<bigint> {
  const before = await lock(work, given.staffNo, doing);
  if (before.member_no === (given.memberNo ?? "")) throw new Problem("staff-state");
  await rejectLink(work, given);
  return request(work, "staff-member-link", { ...given }, { doing, reason });
}

/** Staff cannot be unlinked from the member whose ID or mobile number they have. */
async function rejectLink(work: UnitOfWork, { staffNo, memberNo }: LinkOf): Promise<void> {
  if (await sharesWithMember(work, staffNo)) throw fieldProblem("memberNo", "details.member");
  if (memberNo === null) return;
  const member = await linkPossible(work, staffNo, memberNo);
  if (member === null) throw fieldProblem("memberNo", "member.unknown");
  if (member.taken) throw fieldProblem("memberNo", "details.staff");
}

/**
 * Records which member a person is, or that they are not a member, at the request of two people.
 */
export async function linkMember(
  work: UnitOfWork,
  given: LinkOf & { readonly approvalId: bigint },
): Promise<void> {
  const { staffNo, memberNo, approvalId } = given;
  await rejectLink(work, given);
  await work.run(
    `update staff set member_id = (select id from member where member_no = $2), link_approval = $3
      where staff_no = $1`,
    [staffNo, memberNo, approvalId],
  );
  const detail = { memberNo: memberNo ?? "" };
  work.audit({ action: "staff-member-linked", subject: `staff:${staffNo}`, detail });
}

/** Suspends somebody else: they cannot sign in, and their open sessions end. */
export async function suspend(
  work: UnitOfWork,
  { staffNo, reason }: { readonly staffNo: MemberNo; readonly reason: string },
  doing: Doing,
): Promise<void> {
  const before = await lock(work, staffNo, doing);
  if (before.state === "suspended") throw new Problem("staff-state");
  const news = { template: "staff-suspended" satisfies StaffMessage, told: { staffNo } };
  await notifyOfficeAbout(work, `staff:${staffNo}`, news, doing.notify);
  await work.run(
    `update staff set suspended_at = akiba_now(), suspended_by = $2, suspended_because = $3
      where id = $1`,
    [before.id, work.actor, reason],
  );
  if (before.login_id !== null) await sessions.endSessions(work, before.login_id, "suspended");
  work.audit({ action: "staff-suspended", subject: `staff:${staffNo}`, detail: { reason } });
}

/** Requests that a suspension be lifted, and returns the number of the request. */
export async function requestResumption(
  work: UnitOfWork,
  staffNo: MemberNo,
  doing: Doing,
): Promise<bigint> {
  const before = await lock(work, staffNo, doing);
  if (before.state !== "suspended") throw new Problem("staff-state");
  return request(work, "staff-resumption", { staffNo }, { doing });
}

/** Lifts a suspension; a role changed in the meantime counts as new from now on. */
export async function resume(work: UnitOfWork, staffNo: MemberNo): Promise<void> {
  const before = await accountOf(work, staffNo);
  if (before.state !== "suspended") throw new Problem("staff-state");
  await work.run(
    `update staff set suspended_at = null, suspended_by = null, suspended_because = '',
        role_since = case when $2 then akiba_now() else role_since end
      where id = $1`,
    [before.id, before.role_is_other],
  );
  if (before.login_id !== null) await sessions.endSessions(work, before.login_id, "resumed");
  work.audit({ action: "staff-resumed", subject: `staff:${staffNo}` });
}

/** Locks one staff account until the unit of work ends. */
export async function lockAccount(work: UnitOfWork, staffNo: MemberNo): Promise<void> {
  await work.rows(lockStaff, [[staffNo]]);
}

/** Ends every session of somebody else; returns how many were open. */
export async function endSessions(work: UnitOfWork, staffNo: MemberNo, doing: Doing) {
  const { login_id: loginId } = await lock(work, staffNo, doing);
  const ended = loginId === null ? 0 : await sessions.endSessions(work, loginId, "by staff");
  work.audit({ action: "staff-sessions-ended", subject: `staff:${staffNo}`, detail: { ended } });
  return ended;
}

/** Requests that somebody else, whose phone is lost, sets up a new second factor. */
export async function requestSecondFactorReset(
  work: UnitOfWork,
  { staffNo, reason }: { readonly staffNo: MemberNo; readonly reason: string },
  doing: Doing,
): Promise<bigint> {
  const before = await lock(work, staffNo, doing);
  if (!before.has_second_factor) throw new Problem("second-factor-none");
  return request(work, "staff-second-factor-reset", { staffNo }, { doing, reason });
}

/** Removes somebody's second factor, and ends the sessions opened with it. */
export async function resetSecondFactor(
  work: UnitOfWork,
  { staffNo, reason }: { readonly staffNo: MemberNo; readonly reason: string },
): Promise<void> {
  const { login_id: loginId } = await accountOf(work, staffNo);
  if (loginId === null) throw new Problem("second-factor-none");
  await sessions.endSessions(work, loginId, "second factor reset");
  const gone = await work.run("delete from second_factor where login_id = $1", [loginId]);
  if (gone === 0) throw new Problem("second-factor-none");
  await work.run("delete from second_factor_enrolment where login_id = $1", [loginId]);
  work.audit({ action: "second-factor-reset", subject: `staff:${staffNo}`, detail: { reason } });
}

/** Returns a member of staff; throws `no-such-staff` if there is none. */
async function accountOf(work: UnitOfWork, staffNo: MemberNo): Promise<StaffRow> {
  const found = await staffAt(work, staffNo);
  if (found === null) throw new Problem("no-such-staff");
  return found;
}

const lockStaff = statement({
  name: "staff-lock",
  // In one order, so that two who act on each other wait and do not deadlock.
  text: `select staff_no, role, suspended_at is null as active from staff
    where staff_no = any ($1::text[]) order by id for update`,
  row: z.object({ staff_no: z.string(), role: z.string(), active: z.boolean() }),
});

/**
 * Locks the actor and the person concerned, who must be different people. If two administrators
 * suspend each other at once, the second has lost the role when they get the lock.
 */
async function lock(work: UnitOfWork, staffNo: MemberNo, { actor }: Doing): Promise<StaffRow> {
  if (staffNo === actor.memberNo) throw new Problem("own-account");
  const locked = await work.rows(lockStaff, [[staffNo, actor.memberNo]]);
  rejectUnlessManager(locked.find(({ staff_no: no }) => no === actor.memberNo));
  return accountOf(work, staffNo);
}

/** A request is not carried out if its maker was suspended or lost the role since then. */
export async function rejectUnlessRequesterStands(work: UnitOfWork, requestedBy: string) {
  const [self] = await work.rows(lockStaff, [[staffNoOf(requestedBy)]]);
  if (!isManager(self)) throw new Problem("approval-state");
}

async function rejectUnlessActive(work: UnitOfWork, { memberNo }: SignedIn): Promise<void> {
  const [self] = await work.rows(lockStaff, [[memberNo]]);
  rejectUnlessManager(self);
}

type Locked = { readonly role: string; readonly active: boolean } | undefined;

function isManager(self: Locked): boolean {
  return self?.active === true && roleMay(self.role as StaffRole, "staff.manage");
}

function rejectUnlessManager(self: Locked): void {
  if (!isManager(self)) throw new Problem("staff-only");
}
