import * as z from "zod/mini";
import { settleAlert } from "#server/oversight/alerts/alert.ts";
import { type Database, statement } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { inNairobi, nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { followAuditChain, type Followed } from "./verify.ts";

/** Records verified in one snapshot. */
const STRETCH = 25_000;
/** The number of older records verified again each night, so that in time all are verified. */
const AGAIN = 100_000;

const findStanding = statement({
  name: "audit-check-standing",
  text: `select c.seq, c.again, ${nairobiDay("c.checked_at")} < akiba_today()
        and extract(hour from ${inNairobi("akiba_now()")}) >= 2 as is_due,
      c.seq = 0 or exists (select from audit_record r where r.seq = c.seq and r.hash = c.hash)
        as is_kept
    from audit_check c`,
  row: z.object({ seq: z.bigint(), again: z.bigint(), is_due: z.boolean(), is_kept: z.boolean() }),
});

type Standing = z.infer<typeof findStanding.row>;

/**
 * Verifies the audit log unless another instance has done so tonight: everything since the last
 * night, and some older records. Raises an alert if the chain is broken. Returns whether it ran.
 */
export async function checkAuditNightly(database: Database, log: Log): Promise<boolean> {
  const [standing] = await database.one(findStanding);
  if (standing?.is_due !== true) return false;
  const brokenAt = await followSince(database, standing);
  if (brokenAt !== null) log.error("the audit log is broken", { count: Number(brokenAt) });
  return true;
}

/** Verifies the due records and stores how far it came; returns the broken record, or null. */
async function followSince(database: Database, standing: Standing): Promise<bigint | null> {
  const { seq, again } = standing;
  const older = await followFor(database, again, AGAIN);
  const newer = await followFor(database, seq, Number.MAX_SAFE_INTEGER);
  const brokenAt = standing.is_kept ? (older.brokenAt ?? newer.brokenAt) : seq;
  await database.unitOfWork("audit-check", async (work) => {
    const isReached = newer.brokenAt === null && standing.is_kept;
    // When the chain is broken, the next night begins before the break again, so that the alert
    // stays. If two instances verify it at the same time, only the first continues.
    const goOn = older.to >= seq ? 0n : older.to;
    await work.run(
      `update audit_check set checked_at = akiba_now(), again = $3,
          seq = case when $4 then $1 else seq end,
          hash = case when $4 then decode($2, 'hex') else hash end
        where seq = $5`,
      [newer.to, newer.hash, older.brokenAt === null ? goOn : again, isReached, seq],
    );
    const count = brokenAt === null ? 0 : Number(brokenAt);
    await settleAlert(work, { kind: "audit-broken", count });
  });
  return brokenAt;
}

/** Verifies the audit log after a record, up to a number of records. */
async function followFor(database: Database, after: bigint, most: number): Promise<Followed> {
  let left = most;
  for (let from = after; ;) {
    const start = from;
    const size = Math.min(left, STRETCH);
    const followed = await database.snapshot((s) => followAuditChain(s, start, size));
    left -= size;
    if (followed.isEnd || left <= 0) return followed;
    from = followed.to;
  }
}
