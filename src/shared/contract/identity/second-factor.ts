import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** What an authenticator app is told: a picture to scan, and the same in writing. */
const offer = z.object({
  /** In groups of four, to be typed where nothing can be scanned. */
  secret: z.string(),
  /** What the picture holds: an address that opens the app on the phone itself. */
  address: z.string(),
  qr: z.object({
    /** How many squares a side has. */
    size: z.int(),
    /** Dark squares side by side, as one bar: column, row and length. */
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
  summary: "Finish a sign-in with a code of the app, or a recovery code",
  audience: { kind: "half" },
  limit: "public",
  params: fields.nothing,
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
  summary: "Begin to enrol while signing in: the secret, as text and as a QR code",
  audience: { kind: "half" },
  limit: "public",
  params: fields.nothing,
  body: fields.nothing,
  answer: offer,
  problems: ["second-factor-there"],
  idempotency: "none",
});

export const confirmFirst = endpoint({
  name: "second-factor.confirmFirst",
  method: "POST",
  path: "/api/v1/auth/second-factor/confirmation",
  summary: "Enrol with a first code of the app, which finishes the sign-in",
  audience: { kind: "half" },
  limit: "public",
  params: fields.nothing,
  body: codeOfApp,
  answer: z.object({ ...opened, recoveryCodes: z.array(z.string()) }),
  problems: ["second-factor-refused", "second-factor-there", "enrolment-none"],
  idempotency: "none",
});

export const standing = endpoint({
  name: "second-factor.standing",
  method: "GET",
  path: "/api/v1/session/second-factor",
  summary: "Whether one has a second factor, and how many recovery codes are left",
  audience: { kind: "colleague" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({
    /** When it was enrolled, as an instant; empty where it was not. */
    enrolledAt: z.string(),
    recoveryCodesLeft: z.int(),
    /** Whether everybody of the staff needs one here. */
    required: z.boolean(),
  }),
  reads: "one-statement",
});

export const begin = endpoint({
  name: "second-factor.begin",
  method: "POST",
  path: "/api/v1/session/second-factor/enrolment",
  summary: "Begin to enrol, or to move to another phone, which takes a code of the one before",
  audience: { kind: "colleague" },
  params: fields.nothing,
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
  summary: "Enrol with a first code of the app; one's other sessions end",
  audience: { kind: "colleague" },
  params: fields.nothing,
  body: codeOfApp,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: ["second-factor-refused", "second-factor-there", "enrolment-none"],
  idempotency: "none",
});

export const renewCodes = endpoint({
  name: "second-factor.renewCodes",
  method: "POST",
  path: "/api/v1/session/second-factor/recovery-codes",
  summary: "Get ten new recovery codes for a code; those before are void",
  audience: { kind: "colleague" },
  params: fields.nothing,
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
