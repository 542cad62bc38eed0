import * as z from "zod/mini";
import { toWireAmount } from "#shared/money.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { isOpen, type Payout } from "./payout-rows.ts";

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
  text: `select a.id as attempt_id, p.reference, a.mobile_number, m.full_name, p.amount_cents
    from payout_attempt a join payout p on p.id = a.payout_id join member m on m.id = p.member_id
    where a.file_id = $1 order by p.id`,
  row: fileRow,
});

/** The payments of a file, including those that were later sent as another attempt. */
export const fileRowsOf = (snapshot: Snapshot, id: bigint): Promise<FileRow[]> =>
  snapshot.rows(findFileRows, [id]);

/** As SQL over payments `p`: a hash of the amount and number of each. */
export const contentPrint = `md5(coalesce(string_agg(
    concat_ws(' ', p.id, p.mobile_number, p.amount_cents), ',' order by p.id), ''))`;

const countWhole = statement({
  name: "payout-file-count",
  text: `update payout_file f set payments = c.payments, open = c.payments, amount_cents = c.cents
    from (
      select count(*)::int as payments, sum(p.amount_cents)::bigint as cents,
        ${contentPrint} as print
      from payout_attempt a join payout p on p.id = a.payout_id where a.file_id = $1
    ) c where f.id = $1 returning f.payments, f.amount_cents as amount, c.print`,
  row: z.object({ payments: z.int(), amount: bigCents, print: z.string() }),
});

/** The content of a file: the number of payments, their total, and a hash of each. */
export type FileContent = z.infer<typeof countWhole.row>;

/** Counts the payments in a new file, all still without a result, and returns it. */
export async function countFile(work: UnitOfWork, id: bigint): Promise<FileContent> {
  const counted = await work.first(countWhole, [id]);
  if (counted === null) throw new Error(`there is no payout file ${id}`);
  return counted;
}

/** Returns the content of a file as the facts shown to the person who makes it. */
export function factsOfFile({ payments, amount, print }: FileContent): ShownFact[] {
  return [
    { name: "payments", value: String(payments) },
    { name: "amount", value: String(toWireAmount(amount)) },
    { name: "print", value: print },
  ];
}

/** The change of a file's counts for one payment: paid now or not, and its state before. */
interface Counted {
  readonly id: bigint;
  readonly isPaid: boolean;
  readonly wasPaid: boolean;
  readonly wasOpen: boolean;
}

/** Returns how a payment was counted before its state changes. */
export const countedBefore = (payout: Payout) => ({
  id: payout.id,
  wasPaid: payout.state === "paid",
  wasOpen: isOpen(payout),
});

/** Updates the counts of the files of these payments by their results. */
export async function countInFiles(work: UnitOfWork, moved: readonly Counted[]): Promise<void> {
  await work.run(
    `update payout_file f set paid = f.paid + c.paid, open = f.open - c.open
      from (
        select a.file_id, (count(*) filter (where t.is_paid)
            - count(*) filter (where t.was_paid))::int as paid,
          count(*) filter (where t.was_open)::int as open
        from unnest($1::bigint[], $2::bool[], $3::bool[], $4::bool[])
            as t (id, is_paid, was_open, was_paid)
          join payout p on p.id = t.id join payout_attempt a on a.id = p.attempt_id
        where a.file_id is not null group by a.file_id
      ) c where f.id = c.file_id`,
    [
      moved.map(({ id }) => id),
      moved.map(({ isPaid }) => isPaid),
      moved.map(({ wasOpen }) => wasOpen),
      moved.map(({ wasPaid }) => wasPaid),
    ],
  );
}

const findFiles = statement({
  name: "payout-files",
  text: `select f.id, f.made_by, f.made_at, f.payments, f.amount_cents as amount, f.paid, f.open,
      (select max(a.id) from payout_claim c join approval a on a.id = c.approval_id
        where c.file_id = f.id and a.state = 'waiting' and a.expires_at > akiba_now())
        as approval_id,
      (select count(distinct r.attempt_id)::int from payout_claim c
          join payout_claim_row r on r.claim_id = c.id and r.effect = 'own'
          join payout p on p.attempt_id = r.attempt_id and p.state in ('sent', 'unknown')
        where c.file_id = f.id) as set_aside
    from payout_file f order by f.id desc limit 20`,
  row: z.object({
    id: z.bigint(),
    made_by: z.string(),
    made_at: z.date(),
    payments: z.int(),
    amount: bigCents,
    paid: z.int(),
    open: z.int(),
    approval_id: z.nullable(z.bigint()),
    set_aside: z.int(),
  }),
});

export type FileSum = z.infer<typeof findFiles.row>;

/** The last twenty files with the results of their payments, the latest first. */
export const lastFiles = (snapshot: Snapshot): Promise<FileSum[]> => snapshot.rows(findFiles);
