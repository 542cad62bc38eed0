import * as z from "zod/mini";
import { placements } from "#shared/contract/check-off/files.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const findPlaced = statement({
  name: "placement-to-reverse",
  text: `select r.id, r.entry_id, r.destination, r.amount_cents, r.member_id, r.loan_id,
      r.released_by, r.released_at::text as released_at, m.member_no, m.full_name,
      coalesce(n.loan_no, '') as loan_no, b.file_name, to_char(b.month, 'YYYY-MM') as month,
      l.member_no as line_no, l.note
    from check_off_release r join check_off_batch b on b.id = r.batch_id
      join check_off_line l on l.batch_id = r.batch_id and l.row_no = r.row_no
      join member m on m.id = r.member_id left join loan n on n.id = r.loan_id
    where r.batch_id = $1 and r.row_no = $2 and r.reversed_at is null and b.state = 'posted'`,
  row: z.object({
    id: z.bigint(),
    entry_id: z.nullable(z.bigint()),
    destination: z.enum(placements),
    amount_cents: bigCents,
    member_id: z.bigint(),
    loan_id: z.nullable(z.bigint()),
    released_by: z.string(),
    released_at: z.string(),
    member_no: z.string(),
    full_name: z.string(),
    loan_no: z.string(),
    file_name: z.string(),
    month: z.string(),
    line_no: z.string(),
    note: z.string(),
  }),
});

export type PlacedLine = z.infer<typeof findPlaced.row>;

/** Returns the placement of a line that is in force; null if there is none. */
export function placedLine(snapshot: Snapshot, batch: bigint, row: bigint) {
  return snapshot.first(findPlaced, [batch, row]);
}

const findCredited = statement({
  name: "placement-reversal-credited",
  text: "select akiba_is_credited($1, $2, $3) as own",
  row: z.object({ own: z.boolean() }),
});

/** Returns whether a placement is an actor's own, or on a loan that they guarantee. */
export async function isOwn(
  snapshot: Snapshot,
  { member_id, loan_id }: PlacedLine,
  actor: string,
): Promise<boolean> {
  return (await snapshot.first(findCredited, [member_id, loan_id, actor]))?.own ?? false;
}
