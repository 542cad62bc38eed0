import * as z from "zod/mini";
import { approvalKindNames } from "#shared/approval-kinds.ts";
import { rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const roles = Object.keys(rolePermissions) as [StaffRole, ...StaffRole[]];

/** Whether somebody may sign in: not yet, not any more, or not just now. */
export const staffStates = ["invited", "lapsed", "active", "suspended"] as const;

/** Why it is not certain who somebody of the staff is. */
export const identityProblems = ["no-id", "like-member", "like-colleague", "same-number"] as const;

const row = z.object({
  staffNo: z.string(),
  fullName: z.string(),
  role: z.enum(roles),
  mobileNo: z.string(),
  email: z.string(),
  /** Empty where nobody has recorded it. */
  nationalId: z.string(),
  /** Which member they are; empty for none. */
  memberNo: z.string(),
  state: z.enum(staffStates),
  /** Why they are suspended, or empty. */
  reason: z.string(),
  /** Until when an invitation is good, as an instant; empty where none is open. */
  invitedUntil: z.string(),
  hasSecondFactor: z.boolean(),
  /** An instant; empty where they never did. */
  lastSignInAt: z.string(),
  openSessions: z.int(),
  /** Instants; empty unless wrong guesses have closed the one-time codes. */
  codesClosedAt: z.string(),
  codesClosedUntil: z.string(),
  /** Whether it is whoever asks, who decides nothing about themselves. */
  isSelf: z.boolean(),
});

/** A change among the staff that waits for a second person; an invitation has no row yet. */
const waiting = z.object({
  approvalId: z.string(),
  kind: z.enum(approvalKindNames),
  staffNo: z.string(),
  /** Of somebody who is to be invited; else empty. */
  fullName: z.string(),
  /** The role that is asked for; empty where the role stays. */
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
  summary: "Everybody of the staff, with what waits for a second person",
  audience: { kind: "staff", permission: "staff.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({
    rows: z.array(row),
    waiting: z.array(waiting),
    /** How many others could approve what the requester requests. */
    secondPeople: z.int(),
    /** Of whom it is not certain who they are, and why. */
    identity: z.array(
      z.object({
        staffNo: z.string(),
        what: z.enum(identityProblems),
        /** What they share; empty where it is about no detail. */
        detail: z.enum(["", "mobile", "email", "national-id"]),
        /** Whoever shares it: a member number or a staff number. */
        other: z.string(),
      }),
    ),
  }),
});

export const names = endpoint({
  name: "staff.names",
  method: "GET",
  path: "/api/v1/staff-names",
  summary: "The names of everybody who is or was of the staff, by staff number",
  // Names of no member: none of it is an access to a record, so it needs no permission.
  audience: { kind: "colleague" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({ rows: z.array(z.object({ staffNo: z.string(), fullName: z.string() })) }),
  reads: "one-statement",
});

const details = {
  mobileNo: fields.mobileNo,
  email: fields.emailOrNone,
  nationalId: fields.nationalId,
};

export const invite = endpoint({
  name: "staff.invite",
  method: "POST",
  path: "/api/v1/staff",
  summary: "Request an invitation to work here, which is sent once a second person approves it",
  audience: manage,
  params: fields.nothing,
  body: z.strictObject({
    staffNo: fields.staffNo,
    fullName: fields.personName,
    role: fields.oneOf(roles),
    ...details,
    memberNo: fields.memberNoOrNone,
  }),
  answer: requested,
  status: 201,
  problems: ["invalid", "approval-waits"],
});

export const inviteAgain = endpoint({
  name: "staff.inviteAgain",
  method: "POST",
  path: "/api/v1/staff/:staffNo/invitation",
  summary: "Send another invitation to the same number, in place of the one before",
  audience: manage,
  params,
  body: fields.nothing,
  answer: row,
  status: 201,
  problems: ["no-such-staff", "own-account", "staff-state"],
});

export const changeDetails = endpoint({
  name: "staff.changeDetails",
  method: "PUT",
  path: "/api/v1/staff/:staffNo/details",
  summary: "Request another mobile number, e-mail or ID; a second person approves it",
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
  summary: "Request another role for somebody else; a second person approves it",
  audience: manage,
  params,
  body: z.strictObject({ role: fields.oneOf(roles) }),
  answer: requested,
  problems: ["no-such-staff", "own-account", "staff-state", "approval-waits"],
});

export const linkMember = endpoint({
  name: "staff.linkMember",
  method: "PUT",
  path: "/api/v1/staff/:staffNo/member",
  summary: "Request to record which member somebody is, or none; a second person approves it",
  audience: manage,
  params,
  body: z.strictObject({ memberNo: fields.memberNoOrNone, reason: fields.reasonGiven }),
  answer: requested,
  problems: ["no-such-staff", "own-account", "staff-state", "approval-waits", "invalid"],
});

export const suspend = endpoint({
  name: "staff.suspend",
  method: "POST",
  path: "/api/v1/staff/:staffNo/suspension",
  summary: "Suspend somebody else: their sessions end, and they cannot sign in",
  audience: manage,
  params,
  body: z.strictObject({ reason: fields.reasonGiven }),
  answer: row,
  problems: ["no-such-staff", "own-account", "staff-state"],
});

export const resume = endpoint({
  name: "staff.resume",
  method: "DELETE",
  path: "/api/v1/staff/:staffNo/suspension",
  summary: "Request that somebody may sign in again, which a second person approves",
  audience: manage,
  params,
  body: fields.nothing,
  answer: requested,
  problems: ["no-such-staff", "own-account", "staff-state", "approval-waits"],
});

export const endSessions = endpoint({
  name: "staff.endSessions",
  method: "DELETE",
  path: "/api/v1/staff/:staffNo/sessions",
  summary: "End every session of somebody else",
  audience: manage,
  params,
  body: fields.nothing,
  answer: z.object({ ended: z.int() }),
  problems: ["no-such-staff", "own-account"],
});

export const resetSecondFactor = endpoint({
  name: "staff.resetSecondFactor",
  method: "POST",
  path: "/api/v1/staff/:staffNo/second-factor-reset",
  summary: "Request that somebody sets up a new second factor; a second person approves it",
  audience: manage,
  params,
  body: z.strictObject({ reason: fields.reasonGiven }),
  answer: requested,
  problems: ["no-such-staff", "own-account", "second-factor-none", "approval-waits"],
});

/** What they set their password with, who were invited. */
export const acceptInvitation = endpoint({
  name: "auth.acceptInvitation",
  method: "POST",
  path: "/api/v1/auth/invitation",
  summary: "Set the first password of a staff login with the code of an invitation",
  audience: { kind: "anyone" },
  limit: "public",
  params: fields.nothing,
  body: z.strictObject({
    staffNo: fields.memberNo,
    code: fields.invitationCode,
    password: fields.newPassword,
    password_confirmation: fields.newPassword,
  }),
  answer: z.object({ code: z.literal(201), message: z.string() }),
  status: 201,
  problems: ["invitation-refused", "invalid"],
});
