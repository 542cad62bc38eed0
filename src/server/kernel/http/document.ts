import type { Readable } from "node:stream";

/** A file for the caller, complete or as a stream. */
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

/** The headers of a document: its type and its file name. */
export function headersOf(
  { mediaType, fileName }: Document,
  others: Readonly<Record<string, string>>,
): Record<string, string> {
  const disposition = `attachment; filename="${fileName}"`;
  return { ...others, "content-type": mediaType, "content-disposition": disposition };
}
