import * as z from "zod/mini";
import { approvalKindNames } from "#shared/approval-kinds.ts";
import { rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

const roles = Object.keys(rolePermissions) as [StaffRole, ...StaffRole[]];

/** Whether a member of staff may sign in: not yet, no longer, or not at the moment. */
export const staffStates = ["invited", "lapsed", "active", "suspended"] as const;

/** Why the identity of a member of staff is uncertain. */
export const identityProblems = ["no-id", "like-member", "like-colleague", "same-number"] as const;

const row = z.object({
  staffNo: z.string(),
  fullName: z.string(),
  role: z.enum(roles),
  mobileNo: z.string(),
  email: z.string(),
  /** Empty where it is not recorded. */
  nationalId: z.string(),
  /** The member's number of this person; empty where they are not a member. */
  memberNo: z.string(),
  state: z.enum(staffStates),
  /** The reason for the suspension, or empty. */
  reason: z.string(),
  /** When the open invitation expires, as an instant; empty where none is open. */
  invitedUntil: z.string(),
  hasSecondFactor: z.boolean(),
  /** An instant; empty where they have never signed in. */
  lastSignInAt: z.string(),
  openSessions: z.int(),
  /** Instants; empty unless wrong guesses have blocked the one-time codes. */
  codesClosedAt: z.string(),
  codesClosedUntil: z.string(),
  /** Whether the row is the requester, who cannot decide anything about themselves. */
  isSelf: z.boolean(),
});

/** A change of staff that waits for a second person; an invited person has no row yet. */
const waiting = z.object({
  approvalId: z.string(),
  kind: z.enum(approvalKindNames),
  staffNo: z.string(),
  /** The name of the invited person; else empty. */
  fullName: z.string(),
  /** The requested role; empty where the role stays. */
  role: z.string(),
  requestedBy: z.string(),
  /** An instant. */
  requestedAt: z.string(),
});

const params = z.object({ staffNo: fields.memberNoParam });
const manage = { kind: "staff", permission: "staff.manage" } as const;

export const list = endpoint({
  name: "staff.list",
  method: "GET",
  path: "/api/v1/staff",
  summary: "Lists all staff, with the changes that wait for a second person",
  audience: { kind: "staff", permission: "staff.read" },
  subject: "call",
  answer: z.object({
    rows: z.array(row),
    waiting: z.array(waiting),
    /** How many other people could approve the requester's requests. */
    secondPeople: z.int(),
    /** Staff whose identity is uncertain, with the reason. */
    identity: z.array(
      z.object({
        staffNo: z.string(),
        what: z.enum(identityProblems),
        /** The detail they share; empty where the reason is not a detail. */
        detail: z.enum(["", "mobile", "email", "national-id"]),
        /** The person who shares it: a member number or a staff number. */
        other: z.string(),
      }),
    ),
  }),
});

export const names = endpoint({
  name: "staff.names",
  method: "GET",
  path: "/api/v1/staff-names",
  summary: "Lists the names of all current and former staff, by staff number",
  // Contains no member data, so it is not a logged access and needs no permission.
  audience: { kind: "any-staff" },
  answer: z.object({ rows: z.array(z.object({ staffNo: z.string(), fullName: z.string() })) }),
  reads: "one-statement",
});

const details = {
  mobileNo: fields.mobileNo,
  email: office.emailOrNone,
  nationalId: office.nationalId,
};

export const invite = endpoint({
  name: "staff.invite",
  method: "POST",
  path: "/api/v1/staff",
  summary: "Requests an invitation to work here, which is sent once another person approves it",
  audience: manage,
  body: z.strictObject({
    staffNo: office.staffNo,
    fullName: fields.personName,
    role: office.oneOf(roles),
    ...details,
    memberNo: office.memberNoOrNone,
  }),
  answer: requested,
  status: 201,
  problems: ["invalid", "approval-waits"],
});

export const inviteAgain = endpoint({
  name: "staff.inviteAgain",
  method: "POST",
  path: "/api/v1/staff/:staffNo/invitation",
  summary: "Sends a new invitation to the same number, which replaces the earlier one",
  audience: manage,
  params,
  answer: row,
  status: 201,
  problems: ["no-such-staff", "own-account", "staff-state"],
});

export const changeDetails = endpoint({
  name: "staff.changeDetails",
  method: "PUT",
  path: "/api/v1/staff/:staffNo/details",
  summary: "Requests another mobile number, e-mail or ID, which another person approves",
  audience: manage,
  params,
  body: z.strictObject(details),
  answer: requested,
  problems: ["no-such-staff", "own-account", "staff-state", "approval-waits", "invalid"],
});

export const changeRole = endpoint({
  name: "staff.changeRole",
  method: "PUT",
  path: "/api/v1/staff/:staffNo/role",
  summary: "Requests another role for another member of staff, which a third person approves",
  audience: manage,
  params,
  body: z.strictObject({ role: office.oneOf(roles) }),
  answer: requested,
  problems: ["no-such-staff", "own-account", "staff-state", "approval-waits"],
});

export const linkMember = endpoint({
  name: "staff.linkMember",
  method: "PUT",
  path: "/api/v1/staff/:staffNo/member",
  summary:
    "Requests to link a member of staff to a member or to none, which another person approves",
  audience: manage,
  params,
  body: z.strictObject({ memberNo: office.memberNoOrNone, reason: office.reasonGiven }),
  answer: requested,
  problems: ["no-such-staff", "own-account", "staff-state", "approval-waits", "invalid"],
});

export const suspend = endpoint({
  name: "staff.suspend",
  method: "POST",
  path: "/api/v1/staff/:staffNo/suspension",
  summary: "Suspends another member of staff: ends their sessions and blocks sign-in",
  audience: manage,
  params,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: row,
  problems: ["no-such-staff", "own-account", "staff-state"],
});

export const resume = endpoint({
  name: "staff.resume",
  method: "DELETE",
  path: "/api/v1/staff/:staffNo/suspension",
  summary:
    "Requests that a suspended member of staff may sign in again, which another person approves",
  audience: manage,
  params,
  answer: requested,
  problems: ["no-such-staff", "own-account", "staff-state", "approval-waits"],
});

export const endSessions = endpoint({
  name: "staff.endSessions",
  method: "DELETE",
  path: "/api/v1/staff/:staffNo/sessions",
  summary: "Ends every session of another member of staff",
  audience: manage,
  params,
  answer: z.object({ ended: z.int() }),
  problems: ["no-such-staff", "own-account"],
});

export const resetSecondFactor = endpoint({
  name: "staff.resetSecondFactor",
  method: "POST",
  path: "/api/v1/staff/:staffNo/second-factor-reset",
  summary: "Requests a reset of a second factor, which another person approves",
  audience: manage,
  params,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  problems: ["no-such-staff", "own-account", "second-factor-none", "approval-waits"],
});

/** The fields with which an invited person sets their password. */
export const acceptInvitation = endpoint({
  name: "auth.acceptInvitation",
  method: "POST",
  path: "/api/v1/auth/invitation",
  summary: "Sets the first password of a staff login with the code of an invitation",
  audience: { kind: "anyone" },
  limit: "public",
  body: z.strictObject({
    staffNo: fields.memberNo,
    code: office.invitationCode,
    password: fields.newPassword,
    password_confirmation: fields.newPassword,
  }),
  answer: z.object({ code: z.literal(201), message: z.string() }),
  status: 201,
  problems: ["invitation-refused", "invalid"],
});
