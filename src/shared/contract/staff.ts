import * as z from "zod/mini";
import { rolePermissions, type StaffRole } from "../permissions.ts";
import { requested } from "./approvals.ts";
import { endpoint } from "./endpoint.ts";
import * as fields from "./fields.ts";

const roles = Object.keys(rolePermissions) as [StaffRole, ...StaffRole[]];

/** Whether somebody may sign in: not yet, not any more, or not just now. */
export const staffStates = ["invited", "lapsed", "active", "suspended"] as const;

const row = z.object({
  staffNo: z.string(),
  fullName: z.string(),
  role: z.enum(roles),
  mobileNo: z.string(),
  email: z.string(),
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

const params = z.object({ staffNo: fields.memberNoParam });
const manage = { kind: "staff", permission: "staff.manage" } as const;

export const list = endpoint({
  name: "staff.list",
  method: "GET",
  path: "/api/v1/staff",
  summary: "Everybody of the staff, with their role, state and open sessions",
  audience: { kind: "staff", permission: "staff.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({ rows: z.array(row) }),
  reads: "one-statement",
});

export const invite = endpoint({
  name: "staff.invite",
  method: "POST",
  path: "/api/v1/staff",
  summary: "Invite somebody to work here, who is sent a code to set a password with",
  audience: manage,
  params: fields.nothing,
  body: z.strictObject({
    staffNo: fields.staffNo,
    fullName: fields.personName,
    role: fields.oneOf(roles),
    mobileNo: fields.mobileNo,
    email: fields.emailOrNone,
    memberNo: fields.memberNoOrNone,
  }),
  answer: row,
  status: 201,
  refusals: ["invalid", "otp-unavailable"],
});

export const inviteAgain = endpoint({
  name: "staff.inviteAgain",
  method: "POST",
  path: "/api/v1/staff/:staffNo/invitation",
  summary: "Send another invitation in place of the one before",
  audience: manage,
  params,
  body: fields.nothing,
  answer: row,
  status: 201,
  refusals: ["no-such-staff", "staff-state"],
});

export const changeRole = endpoint({
  name: "staff.changeRole",
  method: "PUT",
  path: "/api/v1/staff/:staffNo/role",
  summary: "Give somebody else another role, which holds from their next call",
  audience: manage,
  params,
  body: z.strictObject({ role: fields.oneOf(roles) }),
  answer: row,
  refusals: ["no-such-staff", "own-account", "staff-state"],
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
  refusals: ["no-such-staff", "own-account", "staff-state"],
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
  refusals: ["no-such-staff", "own-account", "staff-state", "approval-waits"],
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
  refusals: ["no-such-staff", "own-account"],
});

export const resetSecondFactor = endpoint({
  name: "staff.resetSecondFactor",
  method: "POST",
  path: "/api/v1/staff/:staffNo/second-factor-reset",
  summary: "Take the second factor of somebody else away, whose phone is lost; they enrol anew",
  audience: manage,
  params,
  body: z.strictObject({ reason: fields.reasonGiven }),
  answer: row,
  refusals: ["no-such-staff", "own-account", "second-factor-none"],
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
  refusals: ["invitation-refused", "invalid"],
});
