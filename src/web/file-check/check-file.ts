import { type IssuedRecord, signatureLine, signedDomains } from "#shared/issued-record.ts";
import { compareDrawn, type Differences } from "./compare-drawn.ts";
import { drawnTexts, inflated, latin1, objectsOf, type PdfObjects } from "./pdf-text.ts";

/** The result of checking a file. */
export type Verdict =
  /** Every byte is as the society signed it. */
  | { readonly state: "as-issued"; readonly record: IssuedRecord }
  /** Every byte is as the society signed it, but a passphrase locks its record. */
  | { readonly state: "locked" }
  /**
   * It holds a record that the society signed, but the file is not the one that the society issued.
   */
  | { readonly state: "changed"; readonly record: IssuedRecord; readonly differences: Differences }
  /** Its record is signed with a key that others may have, so it proves nothing. */
  | { readonly state: "withdrawn" }
  /** Nothing in it is signed by the society. */
  | { readonly state: "unknown" };

/** The society's public keys, in base64url. */
export interface SignatureKeys {
  readonly keys: readonly string[];
  /** The keys that the society has withdrawn. */
  readonly withdrawn: readonly string[];
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Checks a PDF against the society's public keys. Only a file that is unchanged to the last byte is
 * reported as issued: text can be drawn over, and fonts can misrepresent their letters, but any
 * change of the drawing changes the bytes. The comparison of texts only shows where to look.
 */
export async function checkFile(bytes: Bytes, given: SignatureKeys): Promise<Verdict> {
  const keys = await importKeys(given.keys);
  const objects = objectsOf(bytes);
  const record = await signedRecord(objects, keys);
  const isWhole = await isSignedWhole(bytes, keys);
  if (record === null) {
    if (isWhole) return { state: "locked" };
    const withdrawn = await importKeys(given.withdrawn);
    const wasSigned =
      (await signedRecord(objects, withdrawn)) !== null || (await isSignedWhole(bytes, withdrawn));
    return { state: wasSigned ? "withdrawn" : "unknown" };
  }
  if (isWhole) return { state: "as-issued", record };
  return {
    state: "changed",
    record,
    differences: compareDrawn(record, await drawnTexts(objects)),
  };
}

/** The first record in the file with a valid signature. */
async function signedRecord(
  { streams }: PdfObjects,
  keys: readonly CryptoKey[],
): Promise<IssuedRecord | null> {
  for (const stream of streams.values()) {
    const [, signature] = /\/Signature \(([\w-]+)\)/.exec(stream.head) ?? [];
    if (signature === undefined || !stream.head.includes("/AkibaRecord")) continue;
    const content = await inflated(stream);
    if (!(await isSigned(signedDomains.record, content, signature, keys))) continue;
    return JSON.parse(new TextDecoder().decode(content)) as IssuedRecord;
  }
  return null;
}

const LINE_LENGTH = signatureLine.length + 86 + 1;

/** Whether the last line is a valid signature of everything before it. */
function isSignedWhole(bytes: Bytes, keys: readonly CryptoKey[]): Promise<boolean> {
  const end = bytes.length - LINE_LENGTH;
  const line = end < 0 ? "" : latin1(bytes.subarray(end));
  if (!line.startsWith(signatureLine) || !line.endsWith("\n")) return Promise.resolve(false);
  const signature = line.slice(signatureLine.length, -1);
  return isSigned(signedDomains.file, bytes.slice(0, end), signature, keys);
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

function importKeys(keys: readonly string[]): Promise<CryptoKey[]> {
  const importOne = (key: string) =>
    crypto.subtle.importKey("raw", fromBase64Url(key), algorithm, false, ["verify"]);
  return Promise.all(keys.map(importOne));
}

async function isSigned(
  domain: string,
  content: Bytes,
  signature: string,
  keys: readonly CryptoKey[],
): Promise<boolean> {
  const start = new TextEncoder().encode(domain);
  const signed = new Uint8Array(start.length + content.length);
  signed.set(start);
  signed.set(content, start.length);
  const given = fromBase64Url(signature);
  for (const key of keys) {
    if (await crypto.subtle.verify(algorithm, key, given, signed)) return true;
  }
  return false;
}

function fromBase64Url(text: string): Bytes {
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
