import { type IssuedRecord, sealing } from "#shared/issued-record.ts";

/**
 * Opens the entries of an issued document with the key printed on it; null if the key is wrong.
 * `sealed` is base64: nonce, content and tag.
 */
export async function openSealed(
  sealed: string,
  code: string,
  rowsKey: string,
): Promise<IssuedRecord | null> {
  const bytes = Uint8Array.from(atob(sealed), (sign) => sign.charCodeAt(0));
  const iv = bytes.slice(0, sealing.ivBytes);
  const key = await keyOf(code, rowsKey);
  const opened = crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.slice(sealing.ivBytes));
  const packed = await opened.catch(() => null);
  if (packed === null) return null;
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(plain).text()) as IssuedRecord;
}

async function keyOf(code: string, rowsKey: string): Promise<CryptoKey> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const base = await crypto.subtle.importKey("raw", bytes(rowsKey), "PBKDF2", false, ["deriveKey"]);
  const { iterations } = sealing;
  const how = { name: "PBKDF2", salt: bytes(code), iterations, hash: "SHA-256" };
  return crypto.subtle.deriveKey(how, base, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
}
