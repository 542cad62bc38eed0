import * as z from "zod/mini";
import { type Database, type Snapshot, statement } from "#server/kernel/platform/database.ts";

export interface AuditChain {
  /** The number of records. */
  readonly length: bigint;
  /** The number of the first record that does not follow from the one before; null if all do. */
  readonly brokenAt: bigint | null;
  /** The digest of the newest record, to keep outside: it fixes everything before it. */
  readonly head: string;
}

/** How far a stretch of the chain was verified. */
export interface Followed {
  /** The number of the newest record, as the head has it. */
  readonly length: bigint;
  /** The last record that was read. */
  readonly to: bigint;
  readonly brokenAt: bigint | null;
  /** The digest of record `to`. */
  readonly hash: string;
  readonly isEnd: boolean;
}

const follow = statement({
  name: "audit-follow",
  text: `with stretch as (
      select r.*, lag(seq, 1, $1::bigint) over (order by seq) as seq_before,
        lag(hash, 1, case $1::bigint when 0 then sha256('akiba')
          else (select b.hash from audit_record b where b.seq = $1) end) over (order by seq)
          as hash_before
      from (select * from audit_record where seq > $1 order by seq limit $2) r
    )
    select h.seq as length, h.hash as head_hash,
      coalesce(max(s.seq), $1) as last,
      coalesce((select encode(b.hash, 'hex') from audit_record b
        where b.seq = (select max(seq) from stretch)), encode(h.hash, 'hex')) as hash,
      h.hash is distinct from (select b.hash from audit_record b where b.seq = h.seq)
        and h.seq > 0 as cut,
      exists (select from audit_record where seq > h.seq) as overrun,
      min(s.seq) filter (where s.seq <> s.seq_before + 1
        or s.previous_hash is distinct from s.hash_before or s.hash <>
          audit_hash(s.previous_hash, s.seq, s.at, s.actor, s.action, s.subject, s.detail)
      ) as broken
    from audit_head h left join stretch s on true
    group by h.id`,
  row: z.object({
    length: z.bigint(),
    last: z.bigint(),
    hash: z.string(),
    cut: z.boolean(),
    overrun: z.boolean(),
    broken: z.nullable(z.bigint()),
  }),
});

/**
 * Verifies the audit log after a record for some more, and finds the first that does not follow.
 */
export async function followAuditChain(
  snapshot: Snapshot,
  after: bigint,
  most: number,
): Promise<Followed> {
  const found = await snapshot.first(follow, [after, most]);
  if (found === null) throw new Error("the audit trail has no head");
  const { length, last, hash, cut, overrun, broken } = found;
  const isEnd = broken !== null || last >= length || last === after;
  const brokenAtEnd = isEnd && (cut || overrun) ? length : null;
  return { length, to: last, brokenAt: broken ?? brokenAtEnd, hash, isEnd };
}

const STRETCH = 25_000;

/** Verifies the audit log from its first record to its head and finds the break, if any. */
export async function verifyAuditChain(database: Database): Promise<AuditChain> {
  for (let after = 0n; ;) {
    const from = after;
    const found = await database.snapshot((s) => followAuditChain(s, from, STRETCH));
    const { length, brokenAt, hash, isEnd } = found;
    if (isEnd) return { length, brokenAt, head: hash };
    after = found.to;
  }
}

const findHash = statement({
  text: "select encode(hash, 'hex') as hash from audit_record where seq = $1",
  row: z.object({ hash: z.string() }),
});

/** Whether the audit log still holds the record that was once its head, with the same digest. */
export async function holdsAnchor(database: Database, seq: bigint, hash: string): Promise<boolean> {
  const [found] = await database.one(findHash, [seq]);
  return found?.hash === hash;
}
