import { isUtf8 } from "node:buffer";
import type { Encoding } from "#shared/contract/kernel/file-reading.ts";

/** A text file as UTF-8, with its original encoding. */
export interface DecodedFile {
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
}

/** Bytes above the control characters that never occur in Windows-1252 text. */
const NOT_LATIN = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const LAST_CONTROL = 31;
const PERMITTED_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d]);

function isNotLatin(byte: number): boolean {
  return NOT_LATIN.has(byte) || (byte <= LAST_CONTROL && !PERMITTED_CONTROLS.has(byte));
}

/** Returns the file as UTF-8, read in the encoding given or recognised; null if it is not text. */
export function decodeFile(content: Uint8Array, given?: Encoding): DecodedFile | null {
  const encoding = given ?? recogniseEncoding(content);
  if (encoding === null) return null;
  const bytes = encoding === "utf-8" ? utf8(content) : transcoded(content, encoding);
  return bytes === null || bytes.includes(0) ? null : { encoding, bytes };
}

function recogniseEncoding(content: Uint8Array): Encoding | null {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe && content.length % 2 === 0) return "utf-16le";
  if (first === 0xfe && second === 0xff && content.length % 2 === 0) return "utf-16be";
  if (content.includes(0)) return wideWithoutMark(content);
  if (isUtf8(content)) return "utf-8";
  return content.some(isNotLatin) ? null : "windows-1252";
}

const LOOKED_AT = 2000;

/** English or Kiswahili text in UTF-16 has a zero in every second byte. */
function wideWithoutMark(content: Uint8Array): Encoding | null {
  if (content.length % 2 === 1) return null;
  const zeros = [0, 0];
  for (const [at, byte] of content.subarray(0, LOOKED_AT).entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [high = 0, low = 0] = zeros;
  const most = Math.min(content.length, LOOKED_AT) / 4;
  if (low > most && high === 0) return "utf-16le";
  return high > most && low === 0 ? "utf-16be" : null;
}

function utf8(content: Uint8Array): Uint8Array | null {
  return isUtf8(content) ? content : null;
}

function transcoded(content: Uint8Array, encoding: Encoding): Uint8Array | null {
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(content), "utf8");
  } catch {
    return null;
  }
}
