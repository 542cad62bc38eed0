import { createCipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { sealing } from "#shared/issued-record.ts";
import type { RowsKey, VerificationCode } from "#shared/verification-code.ts";

const derive = promisify(pbkdf2);
const compressed = promisify(deflateRaw);

/**
 * Seals a record with AES-256-GCM under the key on the paper: we store the printed content but
 * cannot read it again, so the public check does not become a register of members.
 */
export async function sealRecord(
  record: string,
  code: VerificationCode,
  rowsKey: RowsKey,
): Promise<Uint8Array> {
  const key = await derive(rowsKey, code, sealing.iterations, 32, "sha256");
  const iv = randomBytes(sealing.ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const plain = (await compressed(record)) as Buffer;
  // Web Crypto expects the tag after the content.
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
