import * as z from "zod/mini";
import { destinations, lineReasons, lineStates } from "#shared/contract/check-off/files.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { isReviewed } from "./lines-to-review.ts";

const lineRow = z.object({
  row_no: z.int(),
  member_no: z.string(),
  full_name: z.string(),
  note: z.string(),
  amount_cents: bigCents,
  state: z.enum(lineStates),
  reason: z.enum(lineReasons),
  decided_by: z.string(),
  decided_at: z.nullable(z.date()),
  /** The same moment in Nairobi, for a file. */
  decided_on: z.string(),
});

const findLines = statement({
  name: "check-off-reviewed-lines",
  text: `select l.row_no, l.member_no, coalesce(m.full_name, '') as full_name, l.note,
      l.amount_cents, l.state, l.reason, coalesce(l.decided_by, '') as decided_by, l.decided_at,
      coalesce(${nairobiMoment("l.decided_at")}, '')
        as decided_on
    from check_off_line l left join member m on m.id = l.member_id
    where l.batch_id = $1 and l.row_no > $2 and ${isReviewed}
    order by l.row_no limit $3`,
  row: lineRow,
});

const findParts = statement({
  name: "check-off-reviewed-parts",
  text: `select p.row_no, p.destination, coalesce(n.loan_no, '') as loan_no,
      coalesce(m.member_no, '') as member_no, coalesce(m.full_name, '') as full_name,
      p.amount_cents, l.member_id is not null and p.member_id <> l.member_id as another
    from check_off_part p join check_off_line l using (batch_id, row_no)
      left join loan n on n.id = p.loan_id left join member m on m.id = p.member_id
    where p.batch_id = $1 and p.row_no = any ($2) order by p.row_no, p.part_no`,
  row: z.object({
    row_no: z.int(),
    destination: z.enum(destinations),
    loan_no: z.string(),
    member_no: z.string(),
    full_name: z.string(),
    amount_cents: bigCents,
    another: z.nullable(z.boolean()),
  }),
});

type PartRow = z.infer<typeof findParts.row>;

/** A line without a plain match, with the members its parts credit. */
export interface ReviewedLine {
  readonly line: z.infer<typeof lineRow>;
  readonly parts: readonly PartRow[];
}

/** Returns at most `most` lines after a row that have no plain match. */
export async function reviewedAfter(
  snapshot: Snapshot,
  id: bigint,
  { after, most }: { readonly after: bigint | number; readonly most: number },
): Promise<ReviewedLine[]> {
  const lines = await snapshot.rows(findLines, [id, after, most]);
  const parts = await snapshot.rows(findParts, [id, lines.map(({ row_no }) => row_no)]);
  return lines.map((line) => ({ line, parts: parts.filter((p) => p.row_no === line.row_no) }));
}
