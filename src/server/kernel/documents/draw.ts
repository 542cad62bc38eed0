import type { IssuedFormat } from "#shared/contract/statements/member-statements.ts";
import { drawCsv } from "./csv.ts";
import { drawPdf } from "./pdf.ts";
import { drawPrinted } from "./printed.ts";
import type { RecordDocument } from "./record-document.ts";
import { drawRecordJson } from "./record-json.ts";
import { drawRecordPdf } from "./record-pdf.ts";
import type { StatementDocument } from "./statement-document.ts";
import { drawXlsx } from "./xlsx.ts";

/** A statement to draw, and the format. */
export interface StatementDrawing {
  readonly document: StatementDocument;
  readonly format: IssuedFormat;
  /** Opens the PDF; without a passphrase, anybody who has the file can read it. */
  readonly passphrase?: string | undefined;
}

/** All data held on a member, and the format to draw it in. */
export interface RecordDrawing {
  readonly record: RecordDocument;
  readonly format: "pdf" | "json";
}

export type Drawing = StatementDrawing | RecordDrawing;

/** Draws a document in the calling thread; thousands of rows block that thread for seconds. */
export async function draw(drawing: Drawing): Promise<Uint8Array> {
  if ("record" in drawing) {
    const { record, format } = drawing;
    return format === "pdf" ? drawRecordPdf(record) : drawRecordJson(record);
  }
  const { document, format, passphrase } = drawing;
  switch (format) {
    case "pdf":
      return drawPdf(document, passphrase);
    case "csv":
      return drawCsv(document);
    case "xlsx":
      return drawXlsx(document);
    case "print":
      return drawPrinted(document);
  }
}
