import { Secret, TOTP } from "otpauth";
import { type WrittenCode, writtenCode } from "#shared/written-code.ts";
import { randomSalt } from "#server/kernel/platform/random.ts";

/** How long one code of an app is shown. */
const STEP_SECONDS = 30;

/** How many steps a phone's clock may be ahead or behind. */
const DRIFT_STEPS = 1;

const RECOVERY_CODES = 10;

/** Makes a secret of 160 bits, in base32 as apps take it. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The step of time whose code was given, at most one away from now; null where there is none. */
export function stepOfCode(secret: string, code: string, nowSeconds: number): bigint | null {
  const away = totp(secret).validate({
    token: code,
    timestamp: nowSeconds * 1000,
    window: DRIFT_STEPS,
  });
  return away === null ? null : BigInt(Math.floor(nowSeconds / STEP_SECONDS) + away);
}

/** What an app scans: whose code it is, where, and the secret. */
export function enrolmentAddress(secret: string, society: string, staffNo: string): string {
  return totp(secret, { issuer: society || "Akiba", label: staffNo }).toString();
}

/** The secret as a person types it from the screen. */
export function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(" ");
}

/** Ten codes that each stand in for the app once. */
export function newRecoveryCodes(): WrittenCode[] {
  return Array.from({ length: RECOVERY_CODES }, () => writtenCode(randomSalt()));
}

function totp(secret: string, named: { issuer?: string; label?: string } = {}): TOTP {
  const algorithm = { algorithm: "SHA1", digits: 6, period: STEP_SECONDS } as const;
  return new TOTP({ ...named, ...algorithm, secret: Secret.fromBase32(secret) });
}
