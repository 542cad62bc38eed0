import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** A key for data sealed for one purpose. */
export type SealingKey = Buffer & { readonly __purpose: unique symbol };

/** Derives the key of a purpose from a secret of the configuration. */
export function sealingKey(secret: string, purpose: string): SealingKey {
  return Buffer.from(hkdfSync("sha256", secret, "", `akiba ${purpose}`, 32)) as SealingKey;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a text with AES-256-GCM, for data that must be read again but not revealed by a copy of the
 * database. `bound` names its owner: sealed for one, it does not open for another.
 */
export function seal(key: SealingKey, text: string, bound: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Opens sealed data; throws if it was changed, or belongs to another key or owner. */
export function unseal(key: SealingKey, sealed: Uint8Array, bound: string): string {
  const bytes = Buffer.from(sealed);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}
