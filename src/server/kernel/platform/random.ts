import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret of 256 random bits that fits a header: 43 characters of base64url. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** 128 random bits, so that no two derivations are alike. */
export function randomSalt(): Uint8Array {
  return randomBytes(16);
}

/** A fraction from 0 to 1, for spreading work over time. */
export function randomFraction(): number {
  return randomBytes(4).readUInt32BE() / 2 ** 32;
}

/** The SHA-256 digest of a text that is random enough to need no key. */
export function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/** The SHA-256 digest of a file in hexadecimal, which identifies it under any name. */
export function sha256Hex(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A keyed digest, for data that must not be guessable from the database alone. */
export function hmacSha256(key: string, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const mac = createHmac("sha256", key);
  // Each part is preceded by its length, so that two lists of parts never give the same input.
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest();
}

/** Compares two digests in constant time. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
