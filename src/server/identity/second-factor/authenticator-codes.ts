import { Secret, TOTP } from "otpauth";
import { type WrittenCode, writtenCode } from "#shared/written-code.ts";
import { randomSalt } from "#server/kernel/platform/random.ts";

/** Seconds that an app shows one code. */
const STEP_SECONDS = 30;

/** Time steps that a phone's clock may be ahead or behind. */
const DRIFT_STEPS = 1;

const RECOVERY_CODES = 10;

/** Creates a secret of 160 bits, in base32 as apps expect it. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the time step of a code, at most one away from now; null if there is none. */
export function stepOfCode(secret: string, code: string, nowSeconds: number): bigint | null {
  const away = totp(secret).validate({
    token: code,
    timestamp: nowSeconds * 1000,
    window: DRIFT_STEPS,
  });
  return away === null ? null : BigInt(Math.floor(nowSeconds / STEP_SECONDS) + away);
}

/** The URI that an app scans: the owner, the issuer and the secret. */
export function enrolmentAddress(secret: string, society: string, staffNo: string): string {
  return totp(secret, { issuer: society || "Akiba", label: staffNo }).toString();
}

/** The secret, as a person types it from the screen. */
export function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(" ");
}

/** Creates ten codes, each of which replaces the app once. */
export function newRecoveryCodes(): WrittenCode[] {
  return Array.from({ length: RECOVERY_CODES }, () => writtenCode(randomSalt()));
}

function totp(secret: string, named: { issuer?: string; label?: string } = {}): TOTP {
  const algorithm = { algorithm: "SHA1", digits: 6, period: STEP_SECONDS } as const;
  return new TOTP({ ...named, ...algorithm, secret: Secret.fromBase32(secret) });
}
