import * as z from "zod/mini";
import { batchStates } from "#shared/contract/check-off/files.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

/** The SELECT of the repayments in a file; batch is $1. */
export const repaidLoans = `select loan_id, amount_cents from check_off_part
  where batch_id = $1 and destination = 'loan'`;

const lockBatch = statement({
  name: "check-off-lock",
  text: `select state, month, value_date, line_count, total_cents,
      coalesce(posted_by, '') as posted_by, coalesce(posted_at::text, '') as posted_at
    from check_off_batch where id = $1 for no key update skip locked`,
  row: z.object({
    state: z.enum(batchStates),
    month: z.string(),
    value_date: z.string(),
    line_count: z.int(),
    total_cents: bigCents,
    posted_by: z.string(),
    posted_at: z.string(),
  }),
});

const findId = statement({
  text: "select id from check_off_batch where id = $1",
  row: z.object({ id: z.bigint() }),
});

/**
 * Locks a file for a change, and returns it; its lines change only under this lock. Of two requests
 * at once, the second is asked to try again.
 */
export async function holdBatch(work: UnitOfWork, id: bigint, state: "prepared" | "posted") {
  const held = await work.first(lockBatch, [id]);
  if (held === null) {
    const exists = (await work.first(findId, [id])) !== null;
    throw exists ? new Problem("in-progress", { retryAfter: 1 }) : new Problem("no-such-batch");
  }
  if (held.state !== state) throw new Problem("batch-state");
  return held;
}
