import type { Readable } from "node:stream";

/** A file given to whoever asked for it, whole or as it is being made. */
export class Document {
  readonly mediaType: string;
  readonly fileName: string;
  readonly content: Uint8Array | Readable;

  constructor(mediaType: string, fileName: string, content: Uint8Array | Readable) {
    this.mediaType = mediaType;
    this.fileName = fileName;
    this.content = content;
  }
}

/** The headers of an answer that is a document: what it is, and to be kept under which name. */
export function headersOf(
  { mediaType, fileName }: Document,
  others: Readonly<Record<string, string>>,
): Record<string, string> {
  const disposition = `attachment; filename="${fileName}"`;
  return { ...others, "content-type": mediaType, "content-disposition": disposition };
}
