import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { signIn } from "./sign-in.ts";

const done = <Status extends number>(status: Status) =>
  z.object({ code: z.literal(status), message: z.string() });

export const registerOtp = endpoint({
  name: "auth.registerOtp",
  method: "POST",
  path: "/api/v1/auth/registerOtp",
  summary: "Sends a one-time code to the mobile number on the register",
  audience: { kind: "anyone" },
  limit: "public",
  query: fields.anyQuery,
  body: z.object({
    memberNo: fields.memberNo,
    /** Our own pages ask for the times of the code; the earlier client gets its exact answer. */
    times: z.optional(z.boolean()),
  }),
  answer: z.extend(done(200), codeTimes),
  problems: [...cannotSend],
});

export const register = endpoint({
  name: "auth.register",
  method: "POST",
  path: "/api/v1/auth/register",
  summary: "Creates a member's login with a one-time code",
  audience: { kind: "anyone" },
  limit: "public",
  query: fields.anyQuery,
  body: z.object({
    memberNo: fields.memberNo,
    mobileNo: fields.mobileNo,
    email: fields.email,
    password: fields.newPassword,
    password_confirmation: fields.newPassword,
    otp: fields.otp,
    /** The privacy notice that was read; earlier clients do not know it and may send any value. */
    privacyNotice: fields.versionOrNone,
  }),
  answer: done(201),
  status: 201,
  problems: ["otp-refused", "details-taken"],
});

export const changePassword = endpoint({
  name: "auth.changePassword",
  method: "PUT",
  path: "/api/v1/auth/changePassword",
  summary: "Sets a new password with a one-time code; every session of the member ends",
  audience: { kind: "anyone" },
  limit: "public",
  query: fields.anyQuery,
  body: z.object({
    memberNo: fields.memberNo,
    otp: fields.otp,
    password: fields.newPassword,
    password_confirmation: fields.newPassword,
  }),
  answer: done(200),
  problems: ["otp-refused"],
});

export const signOut = endpoint({
  name: "auth.signOut",
  method: "DELETE",
  path: "/api/v1/session",
  summary: "Signs out: the session ends everywhere at once",
  audience: { kind: "signed-in" },
  answer: done(200),
  idempotency: "none",
});

export const session = endpoint({
  name: "auth.session",
  method: "GET",
  path: "/api/v1/session",
  summary: "Returns the signed-in account and when its session ends",
  audience: { kind: "signed-in" },
  answer: z.object({
    memberNo: z.string(),
    kind: z.enum(["member", "staff"]),
    role: z.string(),
    fullName: z.string(),
    idleSeconds: z.int(),
    remainingSeconds: z.int(),
    /** The number of the linked account, for staff who are also members; otherwise empty. */
    linkedAccount: z.string(),
    /** When the password was set: data that a browser keeps for an older one is removed. */
    passwordSetAt: z.string(),
  }),
  reads: "one-statement",
});

export const switchAccount = endpoint({
  name: "auth.switchAccount",
  method: "POST",
  path: "/api/v1/session/linked-account",
  summary: "Switches between a staff account and the linked member account, with its password",
  audience: { kind: "signed-in" },
  body: z.strictObject({ password: fields.password }),
  answer: signIn,
  problems: [
    "invalid",
    "sign-in-paused",
    "password-disabled",
    "no-linked-account",
    "member-suspended",
    "member-left",
  ],
  idempotency: "none",
});
