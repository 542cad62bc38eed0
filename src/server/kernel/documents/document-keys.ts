import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import type { DocumentSigner } from "./document-signer.ts";

const findKeys = statement({
  name: "document-keys",
  text: `select public_key from document_key order by first_used_at, public_key`,
  row: z.object({ public_key: z.string() }),
});

/** Returns the public keys of every signature on documents, the present one first. */
export async function documentKeys(
  snapshot: Snapshot,
  { publicKey }: DocumentSigner,
): Promise<string[]> {
  const used = (await snapshot.rows(findKeys)).map(({ public_key: key }) => key);
  return [...new Set([publicKey, ...used])];
}
