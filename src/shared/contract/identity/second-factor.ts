import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** The secret for an authenticator app, as a QR code and as text. */
const offer = z.object({
  /** In groups of four, for typing where a scan is not possible. */
  secret: z.string(),
  /** The content of the QR code: a URI that opens the app on the phone itself. */
  address: z.string(),
  qr: z.object({
    /** Squares per side. */
    size: z.int(),
    /** Runs of dark squares: column, row and length. */
    bars: z.array(z.tuple([z.int(), z.int(), z.int()])),
  }),
});

const opened = { token: z.string(), memberNo: z.string() };

const codeOfApp = z.strictObject({ code: fields.appCode });
const anyProof = z.strictObject({ code: fields.secondFactor });

export const prove = endpoint({
  name: "second-factor.prove",
  method: "POST",
  path: "/api/v1/auth/second-factor",
  summary: "Completes a sign-in with a code of the app or a recovery code",
  audience: { kind: "mfa-pending" },
  limit: "public",
  body: anyProof,
  answer: z.object({ ...opened, recoveryCodesLeft: z.int() }),
  problems: [
    "second-factor-refused",
    "second-factor-paused",
    "second-factor-disabled",
    "second-factor-none",
  ],
  idempotency: "none",
});

export const beginFirst = endpoint({
  name: "second-factor.beginFirst",
  method: "POST",
  path: "/api/v1/auth/second-factor/enrolment",
  summary: "Starts enrolment while signing in: returns the secret as text and as a QR code",
  audience: { kind: "mfa-pending" },
  limit: "public",
  answer: offer,
  problems: ["second-factor-there"],
  idempotency: "none",
});

export const confirmFirst = endpoint({
  name: "second-factor.confirmFirst",
  method: "POST",
  path: "/api/v1/auth/second-factor/confirmation",
  summary: "Enrols with a first code of the app, which completes the sign-in",
  audience: { kind: "mfa-pending" },
  limit: "public",
  body: codeOfApp,
  answer: z.object({ ...opened, recoveryCodes: z.array(z.string()) }),
  problems: ["second-factor-refused", "second-factor-there", "enrolment-none"],
  idempotency: "none",
});

export const standing = endpoint({
  name: "second-factor.standing",
  method: "GET",
  path: "/api/v1/session/second-factor",
  summary: "Returns whether a second factor is enrolled, and the number of recovery codes left",
  audience: { kind: "any-staff" },
  answer: z.object({
    /** An instant; empty where none is enrolled. */
    enrolledAt: z.string(),
    recoveryCodesLeft: z.int(),
    /** Whether all staff of this society must have a second factor. */
    required: z.boolean(),
  }),
  reads: "one-statement",
});

export const begin = endpoint({
  name: "second-factor.begin",
  method: "POST",
  path: "/api/v1/session/second-factor/enrolment",
  summary: "Starts enrolment, or a move to another phone, which takes a code of the current factor",
  audience: { kind: "any-staff" },
  body: z.strictObject({ code: z.optional(fields.secondFactor) }),
  answer: offer,
  problems: [
    "second-factor-refused",
    "second-factor-paused",
    "second-factor-disabled",
    "second-factor-none",
    "second-factor-there",
  ],
  idempotency: "none",
});

export const confirm = endpoint({
  name: "second-factor.confirm",
  method: "POST",
  path: "/api/v1/session/second-factor/confirmation",
  summary: "Enrols with a first code of the app; the account's other sessions end",
  audience: { kind: "any-staff" },
  body: codeOfApp,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: ["second-factor-refused", "second-factor-there", "enrolment-none"],
  idempotency: "none",
});

export const renewCodes = endpoint({
  name: "second-factor.renewCodes",
  method: "POST",
  path: "/api/v1/session/second-factor/recovery-codes",
  summary: "Replaces the recovery codes with ten new ones, for a code of the app",
  audience: { kind: "any-staff" },
  body: anyProof,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: [
    "second-factor-refused",
    "second-factor-paused",
    "second-factor-disabled",
    "second-factor-none",
  ],
  idempotency: "none",
});
