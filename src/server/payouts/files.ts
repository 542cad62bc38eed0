import * as z from "zod/mini";
import { cents } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";

const bigCents = z.pipe(z.bigint(), z.transform(cents));

const findFile = statement({
  name: "payout-file",
  text: "select id from payout_file where id = $1",
  row: z.object({ id: z.bigint() }),
});

/** Whether there is such a file. */
export async function isFile(snapshot: Snapshot, id: bigint): Promise<boolean> {
  return (await snapshot.first(findFile, [id])) !== null;
}

const fileRow = z.object({
  attempt_id: z.string(),
  reference: z.string(),
  mobile_number: z.string(),
  full_name: z.string(),
  amount_cents: bigCents,
});

export type FileRow = z.infer<typeof fileRow>;

const findFileRows = statement({
  name: "payout-file-rows",
  text: `select a.id as attempt_id, p.reference, p.mobile_number, m.full_name, p.amount_cents
    from payout_attempt a join payout p on p.id = a.payout_id join member m on m.id = p.member_id
    where a.file_id = $1 order by p.id`,
  row: fileRow,
});

/** The payments of a file, those too that were since sent as another attempt. */
export const fileRowsOf = (snapshot: Snapshot, id: bigint): Promise<FileRow[]> =>
  snapshot.rows(findFileRows, [id]);

const findFiles = statement({
  name: "payout-files",
  text: `with last as (select * from payout_file order by id desc limit 20)
    select f.id, f.made_by, f.made_at, count(p.id)::int as payments,
      coalesce(sum(p.amount_cents), 0)::bigint as amount,
      count(*) filter (where p.attempt_id = a.id and p.state = 'paid')::int as paid,
      count(*) filter (where p.attempt_id = a.id and p.state in ('sent', 'unknown'))::int as open
    from last f join payout_attempt a on a.file_id = f.id join payout p on p.id = a.payout_id
    group by f.id, f.made_by, f.made_at order by f.id desc`,
  row: z.object({
    id: z.bigint(),
    made_by: z.string(),
    made_at: z.date(),
    payments: z.int(),
    amount: bigCents,
    paid: z.int(),
    open: z.int(),
  }),
});

export type FileSum = z.infer<typeof findFiles.row>;

/** The last twenty files with what became of their payments, the latest first. */
export const lastFiles = (snapshot: Snapshot): Promise<FileSum[]> => snapshot.rows(findFiles);
