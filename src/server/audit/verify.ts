import * as z from "zod/mini";
import { type Database, statement } from "#server/platform/database.ts";

export interface AuditChain {
  /** How many records there are. */
  readonly length: bigint;
  /** The number of the first record that does not follow from the one before; null when all do. */
  readonly brokenAt: bigint | null;
  /** The digest of the newest record, to keep outside: it fixes all that came before. */
  readonly head: string;
}

const verify = statement({
  text: `select h.seq as length, encode(h.hash, 'hex') as head,
      (select min(r.seq) from (
        select *, row_number() over (order by seq) as place,
          lag(hash, 1, sha256('akiba')) over (order by seq) as hash_before
        from audit_record) r
      where r.place <> r.seq or r.previous_hash <> r.hash_before
        or r.hash <>
          audit_hash(r.previous_hash, r.seq, r.at, r.actor, r.action, r.subject, r.detail)
      ) as broken,
      (select max(seq) from audit_record) is distinct from nullif(h.seq, 0)
        or not exists (select from audit_record r where r.seq = h.seq and r.hash = h.hash)
        and h.seq > 0 as cut
    from audit_head h`,
  row: z.object({
    length: z.bigint(),
    head: z.string(),
    broken: z.nullable(z.bigint()),
    cut: z.boolean(),
  }),
});

/** Follows the audit trail from its first record to its head and finds where it breaks, if so. */
export async function verifyAuditChain(database: Database): Promise<AuditChain> {
  const [found] = await database.one(verify);
  if (found === undefined) throw new Error("the audit trail has no head");
  const brokenAt = found.broken ?? (found.cut ? found.length : null);
  return { length: found.length, brokenAt, head: found.head };
}
