import { readPhotograph } from "./picture.ts";

/** A file that proves a movement of money: a PDF, or a picture without anything but its pixels. */
export interface Evidence {
  readonly mediaType: "application/pdf" | "image/png" | "image/jpeg";
  readonly content: Uint8Array;
}

export type EvidenceProblem =
  | "evidence.kind"
  | "evidence.broken"
  | "evidence.dimensions"
  | "evidence.active";

const ofPicture = {
  "logo.kind": "evidence.kind",
  "logo.broken": "evidence.broken",
  "logo.dimensions": "evidence.dimensions",
} as const;

/**
 * Reads a PDF, a PNG or a JPEG by its content, not by its declared type or its name. Returns the
 * reason if it has another type, or contains more than a document.
 */
export async function readEvidence(given: Uint8Array): Promise<Evidence | EvidenceProblem> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return readPdf(bytes);
  const picture = await readPhotograph(given);
  return typeof picture === "string" ? ofPicture[picture] : picture;
}

/** A PDF reader looks for this marker within this many bytes of the end. */
const END = /startxref\s+\d+\s+%%EOF\s*$/;
const END_BYTES = 1024;

/** Where a ZIP has its list of files: at most this far from its end. */
const ZIP_END_BYTES = 65_557;
const ZIP_END = Buffer.from("PK\u0005\u0006", "latin1");

/** Names in a PDF that run or open something: scripts, programs, other files, forms. */
const active = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|GoToE|GoToR|ImportData)\b/;

/**
 * Reads a PDF that begins and ends as one. A file of another kind may begin as a PDF too, so a file
 * that ends as a ZIP is rejected. Names in compressed parts are not read: a served file is always
 * saved, never opened in the portal.
 */
function readPdf(bytes: Buffer): Evidence | EvidenceProblem {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString("latin1", 0, 8))) return "evidence.broken";
  if (!END.test(bytes.subarray(-END_BYTES).toString("latin1"))) return "evidence.broken";
  if (bytes.subarray(-ZIP_END_BYTES).includes(ZIP_END)) return "evidence.broken";
  return active.test(unescaped(bytes)) ? "evidence.active" : asPdf(bytes);
}

/** A name may spell any letter as # and two digits. */
function unescaped(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

const asPdf = (content: Uint8Array): Evidence => ({ mediaType: "application/pdf", content });
