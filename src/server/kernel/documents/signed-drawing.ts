import { documentMediaTypes } from "#shared/contract/statements/member-statements.ts";
import { Document } from "#server/kernel/http/document.ts";
import type { DocumentSigner } from "./document-signer.ts";
import type { DrawingDesk } from "./drawing-desk.ts";
import { type CodedIssue, documentOf } from "./issue.ts";
import { recordOf } from "./issued-record.ts";

/** The means that every route needs to issue documents. */
export interface DocumentIssuing {
  /** The address that members use, which printed codes lead to. */
  readonly publicUrl: string;
  readonly desk: DrawingDesk;
  readonly signer: DocumentSigner;
}

/** Draws a document; a coded one holds its signed record, and the whole file is signed. */
export async function drawIssued(
  { desk, signer }: Pick<DocumentIssuing, "desk" | "signer">,
  sender: string,
  issue: CodedIssue,
): Promise<Document> {
  const { fileName, document, format } = documentOf(issue);
  const record = recordOf(document);
  const bound = record === null ? null : { record, signature: signer.signRecord(record) };
  const drawn = await desk.draw(sender, { document: { ...document, bound }, format });
  const file = bound === null ? drawn : signer.signFile(drawn);
  return new Document(documentMediaTypes[format], fileName, file);
}
