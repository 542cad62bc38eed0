import { issuedMediaTypes } from "#shared/contract/statements/member-statements.ts";
import { Document } from "#server/kernel/http/document.ts";
import type { DocumentSigner } from "./document-signer.ts";
import type { DrawingQueue } from "./drawing-queue.ts";
import { type CodedIssue, documentOf } from "./issue.ts";
import { recordOf } from "./issued-record.ts";

/** The means that every route needs to issue documents. */
export interface DocumentIssuing {
  /** The address that members use, which printed codes lead to. */
  readonly publicUrl: string;
  readonly desk: DrawingQueue;
  readonly signer: DocumentSigner;
}

/**
 * Draws a document; a PDF with a code holds its signed record, and the whole file is signed. A
 * passphrase locks a PDF.
 */
export async function drawIssued(
  { desk, signer }: Pick<DocumentIssuing, "desk" | "signer">,
  sender: string,
  issue: CodedIssue,
  passphrase?: string,
): Promise<Document> {
  const { fileName, document, format } = documentOf(issue);
  const record = format === "pdf" ? recordOf(document) : null;
  const bound = record === null ? null : { record, signature: signer.signRecord(record) };
  const drawn = await desk.draw(sender, {
    document: { ...document, bound },
    format,
    passphrase,
  });
  const file = bound === null ? drawn : signer.signFile(drawn);
  return new Document(issuedMediaTypes[format], fileName, file);
}
