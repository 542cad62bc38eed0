import type { Config } from "#server/kernel/platform/config.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { isWithdrawn, withdrawnKeyWords } from "#server/kernel/documents/document-keys.ts";
import { DocumentSigner } from "#server/kernel/documents/document-signer.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** Reports whether people who check a document can trust the current signing key. */
export async function checkDocumentKey(
  database: Database,
  { secret }: Config,
): Promise<Omit<Diagnosis, "check">> {
  const signer = new DocumentSigner(secret);
  if (await isWithdrawn(database.oneStatementSnapshot(), signer)) {
    return { state: "failed", text: withdrawnKeyWords };
  }
  return { state: "ok", text: "documents are signed with a key that is trusted" };
}
