/** Everything a call can be refused with: the HTTP status of each. The words are in messages/. */
export const refusalStatus = {
  "not-json": 400,
  invalid: 422,
  "too-large": 413,
  "not-signed-in": 401,
  "session-ended": 401,
  "sign-in-failed": 401,
  "not-yours": 403,
  "staff-only": 403,
  "no-such-address": 404,
  "no-such-member": 404,
  "no-such-society": 404,
  "no-such-loan": 404,
  "no-such-code": 404,
  "no-such-method": 405,
  "otp-refused": 422,
  "otp-too-soon": 409,
  "otp-day-cap": 409,
  "otp-unavailable": 409,
  "idempotency-mismatch": 422,
  "in-progress": 409,
  "too-many": 429,
  "sign-in-paused": 429,
  "password-disabled": 429,
  "not-enough": 422,
  "already-registered": 409,
  busy: 503,
  defect: 500,
} as const satisfies Record<string, number>;

export type RefusalCode = keyof typeof refusalStatus;

/** What can be wrong with one field; each has its words in both languages. */
export const fieldProblems = [
  "field.required",
  "field.invalid",
  "memberNo.form",
  "mobile.form",
  "email.form",
  "date.form",
  "date.order",
  "otp.form",
  "otp.refused",
  "password.short",
  "password.long",
  "password.common",
  "password.yours",
  "password.society",
  "password.mismatch",
] as const;

export type FieldProblem = (typeof fieldProblems)[number];
