import type { DocumentFormat } from "#shared/contract/statements.ts";
import { drawCsv } from "./csv.ts";
import { drawPdf } from "./pdf.ts";
import type { StatementDocument } from "./statement-document.ts";
import { drawXlsx } from "./xlsx.ts";

/** What each format is called on the wire. */
export const mediaTypes: Readonly<Record<DocumentFormat, string>> = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** What is to be drawn, and as what. */
export interface Drawing {
  readonly document: StatementDocument;
  readonly format: DocumentFormat;
}

/** Draws a document in the thread that calls; thousands of rows hold that thread for seconds. */
export async function draw({ document, format }: Drawing): Promise<Uint8Array> {
  switch (format) {
    case "pdf":
      return drawPdf(document);
    case "csv":
      return drawCsv(document);
    case "xlsx":
      return drawXlsx(document);
  }
}
