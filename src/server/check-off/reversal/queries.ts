import * as z from "zod/mini";
import { batchStates } from "#shared/contract/check-off/files.ts";
import { newsOfFile } from "#server/check-off/payroll/news-of-file.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const findReversal = statement({
  name: "check-off-reversal",
  text: `select b.state, b.file_name, to_char(b.month, 'YYYY-MM') as month, b.total_cents,
      (select count(*) from check_off_posting p where p.batch_id = b.id)::int as entries,
      (select count(*) from (${newsOfFile("check-off-reversed")}) n
        where n.channel = 'sms' and n.recipient <> '')::int as messages,
      (select count(*) from check_off_release r
        where r.batch_id = b.id and r.reversed_at is null)::int as placed_lines,
      (select coalesce(sum(r.amount_cents), 0) from check_off_release r
        where r.batch_id = b.id and r.reversed_at is null)::bigint as placed_cents
    from check_off_batch b where b.id = $1`,
  row: z.object({
    state: z.enum(batchStates),
    file_name: z.string(),
    month: z.string(),
    total_cents: bigCents,
    entries: z.int(),
    messages: z.int(),
    placed_lines: z.int(),
    placed_cents: bigCents,
  }),
});

export type ReversalRow = z.infer<typeof findReversal.row>;

/** Returns the effect of reversing a file; null if there is no such file. */
export function reversalOf(snapshot: Snapshot, id: bigint) {
  return snapshot.first(findReversal, [id]);
}
