import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** How old the reconciler's run may be that proves the books before a close, in hours. */
const RECENT_HOURS = 24;

const findLatest = statement({
  name: "ledger-clean-run",
  text: `select id, jsonb_array_length(findings) = 0
      and ran_at > akiba_now() - interval '${RECENT_HOURS} hours' as is_clean
    from reconciliation order by id desc limit 1`,
  row: z.object({ id: z.bigint(), is_clean: z.boolean() }),
});

/**
 * Returns the run of the reconciler that proves the books, without which no month is closed; null
 * unless the latest is recent and found nothing.
 */
export async function cleanRun(snapshot: Snapshot): Promise<bigint | null> {
  const latest = await snapshot.first(findLatest);
  return latest?.is_clean === true ? latest.id : null;
}
