import { hmacSha256 } from "#server/kernel/platform/random.ts";

/** Returns the six digits of a one-time code, derived from its row and the server's secret. */
export function codeOf(secret: string, otpId: string, salt: Uint8Array): string {
  const digest = hmacSha256(secret, "one-time code", otpId, salt);
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

/** Thirty-two minutes: the upper limit of the doubling wait between codes. */
const LONGEST_RESEND_SECONDS = 32 * 60;

/** Returns the seconds to wait for another code after the day's nth. */
export function resendWait(sendsToday: number, firstSeconds: number): number {
  return Math.min(firstSeconds * 2 ** (sendsToday - 1), LONGEST_RESEND_SECONDS);
}
