import { hmacSha256 } from "#server/kernel/platform/random.ts";

export const purposes = [
  "sign-up",
  "reset",
  "guarantee",
  "confirm-mobile",
  "amendment",
  "withdrawal",
  "counter-withdrawal",
  "counter-payment",
  "bank-account",
  "standing-transfer",
  "nominees",
  "email-address",
] as const;

export type Purpose = (typeof purposes)[number];

/** The requester of a code: anybody who knows the number, its signed-in owner, or the office. */
export type AskedBy = "anyone" | "signed-in" | "office";

const byOffice: ReadonlySet<Purpose> = new Set([
  "amendment",
  "counter-withdrawal",
  "counter-payment",
]);

/** Returns the requester of a purpose's codes; the database derives `otp.asked_by` the same way. */
export function askedBy(purpose: Purpose): AskedBy {
  if (byOffice.has(purpose)) return "office";
  return purpose === "sign-up" || purpose === "reset" ? "anyone" : "signed-in";
}

/** Returns the six digits of a one-time code, derived from its row and the server's secret. */
export function codeOf(secret: string, otpId: string, salt: Uint8Array): string {
  const digest = hmacSha256(secret, "one-time code", otpId, salt);
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}
