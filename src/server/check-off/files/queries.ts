import * as z from "zod/mini";
import { fileReading } from "#shared/contract/kernel/file-reading.ts";
import {
  batchStates,
  destinations,
  lineReasons,
  lineStates,
} from "#shared/contract/check-off/files.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { accountOfLoan, dueAfterMonth } from "#server/loans/lending/instalments-due.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";

const batchColumns = `b.id, to_char(b.month, 'YYYY-MM') as month, b.value_date, b.file_name,
  b.line_count, b.total_cents, b.state, b.prepared_by, b.reason,
  ${nairobiDay("b.prepared_at")} as prepared_on,
  coalesce(b.posted_by, '') as posted_by,
  coalesce((${nairobiDay("b.posted_at")})::text, '') as posted_on`;

const batchShape = {
  id: z.bigint(),
  month: z.string(),
  value_date: z.string(),
  file_name: z.string(),
  line_count: z.int(),
  total_cents: bigCents,
  state: z.enum(batchStates),
  prepared_by: z.string(),
  reason: z.string(),
  prepared_on: z.string(),
  posted_by: z.string(),
  posted_on: z.string(),
};
const batchRow = z.object(batchShape);
export type BatchRow = z.infer<typeof batchRow>;

const BATCHES = 30;
export const LINES = 100;

const findBatches = statement({
  name: "check-off-batches",
  text: `select ${batchColumns} from check_off_batch b
    where $1::bigint is null or b.id < $1 order by b.id desc limit ${BATCHES + 1}`,
  row: batchRow,
});

/** Files before an id, the newest first: one page and, if there are more, one more. */
export async function batchPage(snapshot: Snapshot, before: bigint | undefined) {
  const found = await snapshot.rows(findBatches, [before ?? null]);
  return { rows: found.slice(0, BATCHES), isLast: found.length <= BATCHES };
}

const tally = z.object({ lines: z.int(), cents: bigCents });

const batchFigures = z.object({
  ...batchShape,
  takes_deposits: z.boolean(),
  own: z.boolean(),
  reading: z.nullable(fileReading),
});

const findBatch = statement({
  name: "check-off-batch",
  text: `select ${batchColumns},
      coalesce((select check_off_to_deposits from society), true) as takes_deposits,
      akiba_prepared('check-off:' || b.id, $2) as own, b.reading
    from check_off_batch b where b.id = $1`,
  row: batchFigures,
});

const findFigures = statement({
  name: "check-off-figures",
  text: `select key, lines, cents from check_off_figure
    where batch_id = $1 and key <> 'review'`,
  row: z.object({ key: z.enum([...lineStates, ...destinations]), ...tally.shape }),
});

const countWaiting = statement({
  name: "check-off-waiting",
  text: `select count(*)::int as lines, coalesce(sum(p.amount_cents), 0)::bigint as cents
    from check_off_part p
    where p.batch_id = $1 and p.destination = 'suspense' and not exists (
      select from check_off_release r
      where r.batch_id = p.batch_id and r.row_no = p.row_no and r.reversed_at is null)`,
  row: tally,
});

/** A file with its figures as an actor sees it; null if there is none. */
export async function batchWithFigures(snapshot: Snapshot, id: bigint, requester: string) {
  const found = await snapshot.first(findBatch, [id, requester]);
  if (found === null) return null;
  const figures = await snapshot.rows(findFigures, [id]);
  const waiting = found.state === "posted" ? await snapshot.first(countWaiting, [id]) : null;
  return { batch: found, figures, waiting };
}

export type BatchWithFigures = NonNullable<Awaited<ReturnType<typeof batchWithFigures>>>;

const findRemembered = statement({
  text: "select names from import_mapping where kind = 'check-off' and signature = $1",
  row: z.object({ names: z.record(z.string(), z.tuple([z.string(), z.int()])) }),
});

/** The columns chosen for these headings before; null if there are none. */
export async function rememberedPlaces(snapshot: Snapshot, signature: string) {
  const found = await snapshot.first(findRemembered, [signature]);
  if (found === null) return null;
  return Object.fromEntries(Object.entries(found.names).map(([name, [, place]]) => [name, place]));
}

const lineRow = z.object({
  row_no: z.int(),
  member_no: z.string(),
  member_id: z.nullable(z.bigint()),
  full_name: z.string(),
  amount_cents: bigCents,
  note: z.string(),
  repeats_row: z.int(),
  state: z.enum(lineStates),
  reason: z.enum(lineReasons),
  decided_by: z.string(),
  placed: z.string(),
});
export type LineRow = z.infer<typeof lineRow>;

const lineColumns = `l.row_no, l.member_no, l.member_id, coalesce(m.full_name, '') as full_name,
  l.amount_cents, l.note, coalesce(l.repeats_row, 0) as repeats_row, l.state, l.reason,
  coalesce(l.decided_by, '') as decided_by,
  coalesce((select case r.destination
      when 'loan' then (select loan_no from loan where id = r.loan_id)
      else replace(r.destination, '-', ' ') || ' '
        || (select member_no from member where id = r.member_id) end
    from check_off_release r where r.batch_id = l.batch_id and r.row_no = l.row_no
      and r.reversed_at is null), '') as placed`;

const findLines = statement({
  name: "check-off-lines",
  text: `select ${lineColumns}
    from check_off_line l left join member m on m.id = l.member_id
    where l.batch_id = $1 and l.state = $2 and l.row_no > $3 order by l.row_no limit ${LINES + 1}`,
  row: lineRow,
});

const findInSuspense = statement({
  name: "check-off-lines-in-suspense",
  text: `select ${lineColumns}
    from check_off_part p join check_off_line l using (batch_id, row_no)
      left join member m on m.id = l.member_id
    where p.batch_id = $1 and p.destination = 'suspense' and p.row_no > $2
    order by p.row_no limit ${LINES + 1}`,
  row: lineRow,
});

const findLine = statement({
  name: "check-off-line",
  text: `select ${lineColumns} from check_off_line l left join member m on m.id = l.member_id
    where l.batch_id = $1 and l.row_no = $2`,
  row: lineRow,
});

const findParts = statement({
  name: "check-off-parts",
  text: `select p.row_no, p.destination, coalesce(l.loan_no, '') as loan_no,
      coalesce(m.member_no, '') as member_no, p.amount_cents
    from check_off_part p left join loan l on l.id = p.loan_id
      left join member m on m.id = p.member_id
    where p.batch_id = $1 and p.row_no = any ($2) order by p.row_no, p.part_no`,
  row: z.object({
    row_no: z.int(),
    destination: z.enum(destinations),
    loan_no: z.string(),
    member_no: z.string(),
    amount_cents: bigCents,
  }),
});

const findLoans = statement({
  name: "check-off-loans",
  text: `select l.member_id, l.loan_no, l.purpose, a.balance_cents,
      a.balance_cents - ${dueAfterMonth("b.month")} as due_cents
    from check_off_batch b cross join loan l join ${accountOfLoan}
    where b.id = $1 and l.member_id = any ($2) and l.state = 'disbursed' and a.balance_cents > 0
    order by l.member_id, l.id`,
  row: z.object({
    member_id: z.bigint(),
    loan_no: z.string(),
    purpose: z.string(),
    balance_cents: bigCents,
    due_cents: bigCents,
  }),
});

/** Lines with the destinations of their amounts, and the choices. */
async function withParts(snapshot: Snapshot, id: bigint, rows: readonly LineRow[]) {
  const parts = await snapshot.rows(findParts, [id, rows.map(({ row_no }) => row_no)]);
  const open = rows.flatMap(({ member_id }) => (member_id === null ? [] : [member_id]));
  const loans = open.length === 0 ? [] : await snapshot.rows(findLoans, [id, open]);
  return rows.map((line) => ({
    line,
    parts: parts.filter(({ row_no }) => row_no === line.row_no),
    loans: loans.filter((l) => l.member_id === line.member_id),
  }));
}

export type LineWithParts = Awaited<ReturnType<typeof withParts>>[number];

/** A page of lines in one state, or of those with an amount in suspense. */
export async function linePage(
  snapshot: Snapshot,
  id: bigint,
  { state, after = 0n }: { readonly state: string; readonly after?: bigint | undefined },
) {
  const found =
    state === "suspense"
      ? await snapshot.rows(findInSuspense, [id, after])
      : await snapshot.rows(findLines, [id, state, after]);
  const rows = await withParts(snapshot, id, found.slice(0, LINES));
  return { rows, isLast: found.length <= LINES };
}

/** One line; null if there is none. */
export async function lineAt(snapshot: Snapshot, id: bigint, row: bigint) {
  const found = await snapshot.first(findLine, [id, row]);
  const [line] = found === null ? [] : await withParts(snapshot, id, [found]);
  return line ?? null;
}

const findToMatch = statement({
  text: `select row_no, member_no, amount_cents, note, state from check_off_line
    where batch_id = $1 order by row_no`,
  row: z.pipe(
    z.object({
      row_no: z.int(),
      member_no: z.string(),
      amount_cents: bigCents,
      note: z.string(),
      state: z.enum(lineStates),
    }),
    z.transform((row) => ({
      row: row.row_no,
      memberNo: row.member_no as MemberNo,
      amount: row.amount_cents,
      note: row.note,
      isDecided: row.state === "decided",
    })),
  ),
});

/** Every line of a file, for matching it again. */
export function linesToMatch(snapshot: Snapshot, id: bigint) {
  return snapshot.rows(findToMatch, [id]);
}

const findDecided = statement({
  text: `select p.row_no, m.member_no, p.loan_id, p.amount_cents
    from check_off_part p join check_off_line l using (batch_id, row_no)
      join member m on m.id = p.member_id
    where p.batch_id = $1 and l.state = 'decided' order by p.row_no, p.part_no`,
  row: z.object({
    row_no: z.int(),
    member_no: z.string(),
    loan_id: z.nullable(z.bigint()),
    amount_cents: bigCents,
  }),
});

/** Returns the amounts that clerks put on accounts of members, in the order of the file. */
export function decided(snapshot: Snapshot, id: bigint) {
  return snapshot.rows(findDecided, [id]);
}

const findPart = statement({
  text: "select akiba_prepared('check-off:' || $1::bigint, $2) as took",
  row: z.object({ took: z.boolean() }),
});

/** Returns whether an actor's person prepared or dated a file, or decided a line. */
export function tookPart(snapshot: Snapshot, id: bigint, who: string) {
  return snapshot.first(findPart, [id, who]);
}

const findCredits = statement({
  text: "select check_off_credits($1, $2) as own",
  row: z.object({ own: z.boolean() }),
});

/** Returns whether a decided line credits the person who decided it or who posts the file. */
export async function creditsDecider(snapshot: Snapshot, id: bigint, poster: string) {
  return (await snapshot.first(findCredits, [id, poster]))?.own ?? false;
}

/**
 * Returns how many lines repay a loan that was settled meanwhile or owes less than the line pays.
 */
export const countMoved = statement({
  text: `with over as (
      select p.loan_id from check_off_part p join loan l on l.id = p.loan_id
        join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
          and a.reference = l.loan_no
      where p.batch_id = $1 and p.destination = 'loan'
      group by p.loan_id, l.state, a.balance_cents
      having l.state <> 'disbursed' or sum(p.amount_cents) > a.balance_cents
    )
    select count(*)::int as lines from check_off_part
    where batch_id = $1 and loan_id in (select loan_id from over)`,
  row: z.object({ lines: z.int() }),
});
