import * as z from "zod/mini";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { DocumentSigner } from "./document-signer.ts";

/** A key that signed documents. */
export interface UsedKey {
  /** The raw point on P-256, in base64url. */
  readonly public_key: string;
  readonly first_used_at: Date;
  /** When the key stopped being trusted; null while it is trusted. */
  readonly withdrawn_at: Date | null;
}

const findKeys = statement({
  name: "document-keys",
  text: `select k.public_key, k.first_used_at, w.withdrawn_at
    from document_key k left join withdrawn_document_key w using (public_key)
    order by k.first_used_at, k.public_key`,
  row: z.object({
    public_key: z.string(),
    first_used_at: z.date(),
    withdrawn_at: z.nullable(z.date()),
  }),
});

/** Returns every key that has signed a document, the earliest first. */
export function usedKeys(snapshot: Snapshot): Promise<UsedKey[]> {
  return snapshot.rows(findKeys);
}

/** The public keys of the signatures on documents. */
export interface DocumentKeys {
  /** The trusted keys, the current one first. */
  readonly keys: readonly string[];
  /** The withdrawn keys, which others may have, so that their signatures prove nothing. */
  readonly withdrawn: readonly string[];
}

/** Returns the public keys of every signature on documents. */
export async function documentKeys(
  snapshot: Snapshot,
  { publicKey }: DocumentSigner,
): Promise<DocumentKeys> {
  const used = await usedKeys(snapshot);
  const withdrawn = used.filter((key) => key.withdrawn_at !== null).map((key) => key.public_key);
  const all = new Set([publicKey, ...used.map((key) => key.public_key)]);
  return { keys: [...all].filter((key) => !withdrawn.includes(key)), withdrawn };
}

/** The advice while documents are signed with a withdrawn key. */
export const withdrawnKeyWords =
  "documents are signed with a key that was withdrawn, so nobody can verify them: AKIBA_SECRET" +
  ' is an earlier one. Set the newest. Operations, "Change a secret", says how.';

/** Whether the key of a signer was withdrawn, so that what it signs now counts as never issued. */
export async function isWithdrawn(snapshot: Snapshot, signer: DocumentSigner): Promise<boolean> {
  const { withdrawn } = await documentKeys(snapshot, signer);
  return withdrawn.includes(signer.publicKey);
}

/**
 * Withdraws a key permanently: files that it signed no longer count as issued. Returns false if no
 * document was signed with it, or if it is withdrawn already.
 */
export async function withdrawKey(
  work: UnitOfWork,
  publicKey: string,
  reason: string,
): Promise<boolean> {
  const withdrawn = await work.run(
    `insert into withdrawn_document_key (public_key, reason)
      select public_key, $2 from document_key where public_key = $1
      on conflict (public_key) do nothing`,
    [publicKey, reason],
  );
  if (withdrawn === 0) return false;
  const detail = { publicKey, reason };
  work.audit({ action: "document-key-withdrawn", subject: "documents", detail });
  return true;
}
