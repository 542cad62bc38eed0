import * as z from "zod/mini";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { type AccountCode, chartOfAccounts, chartRow, normalSign } from "./chart-of-accounts.ts";
import { inOpenBooks } from "./closed-books.ts";
import { importedSides } from "./import-kinds.ts";

/** The columns of `staged_entry` that are copied, in this order. */
export const stagedEntryColumns =
  "file, row, member_no, value_date, kind, account, amount_cents, narration, reference_no, " +
  "receipt_no";

/**
 * The amount that a line of an imported row moves; never negative. `e` is the row and `s` the side.
 */
const part = `case s.share when 'whole' then e.amount_cents when 'fee' then e.fee_cents
  else e.amount_cents - e.fee_cents end`;
const reference = "case when s.referenced then e.account else '' end";

/**
 * Creates the temporary tables in which history is staged; they are dropped with the unit of work.
 */
export async function openJournalImport(work: UnitOfWork): Promise<void> {
  await work.run(`create temporary table staged_entry (
      file smallint, row integer, member_no text, value_date date, kind text, account text,
      amount_cents bigint, fee_cents bigint not null default 0,
      narration text, reference_no text, receipt_no text
    ) on commit drop`);
  await work.run(`create temporary table import_side (
      kind text, entry_kind text, line_no smallint, code text, sign smallint, share text,
      referenced boolean, of_member boolean, normal_side smallint, floor_cents bigint,
      society_account_id bigint
    ) on commit drop`);
  await work.run(
    `insert into import_side
      select s.*, a.id
      from unnest($1::text[], $2::text[], $3::smallint[], $4::text[], $5::smallint[], $6::text[],
          $7::bool[], $8::bool[], $9::smallint[], $10::bigint[])
        as s (kind, entry_kind, line_no, code, sign, share, referenced, of_member, normal_side,
          floor_cents)
        left join ledger_account a
          on a.code = s.code and a.member_id is null and not s.of_member`,
    [
      importedSides.map(({ kind }) => kind),
      importedSides.map(({ entryKind }) => entryKind),
      importedSides.map(({ lineNo }) => lineNo),
      importedSides.map(({ code }) => code),
      importedSides.map(({ sign }) => sign),
      importedSides.map(({ share }) => share),
      importedSides.map(({ referenced }) => referenced),
      importedSides.map(({ ofMember }) => ofMember),
      importedSides.map(({ code }) => normalSign(code)),
      importedSides.map(({ code }) => chartRow(code).floor),
    ],
  );
}

const belowFloor = statement({
  text: `with moved as (
      select e.file, e.row, e.value_date, s.line_no, s.code, e.member_no, ${reference} as account,
        s.floor_cents, s.sign * s.normal_side * ${part} as cents
      from staged_entry e join import_side s using (kind)
      where s.floor_cents is not null
    ), held as (
      select a.code, m.member_no, a.reference, a.balance_cents * a.normal_side as cents
      from ledger_account a join member m on m.id = a.member_id
      where a.balance_cents <> 0
    ), standing as (
      select moved.*, coalesce(h.cents, 0) + sum(moved.cents) over (
          partition by moved.code, moved.member_no, moved.account
          order by moved.value_date, moved.file, moved.row, moved.line_no
        ) as standing
      from moved left join held h
        on h.code = moved.code and h.member_no = moved.member_no and h.reference = moved.account
    ), first as (
      select distinct on (code, member_no, account) *
      from standing where standing < floor_cents
      order by code, member_no, account, value_date, file, row
    )
    select file, row, code, standing::bigint as standing, (count(*) over ())::int as times
    from first order by file, row limit $1`,
  row: z.object({
    file: z.int(),
    row: z.int(),
    code: z.enum(Object.keys(chartOfAccounts) as [AccountCode, ...AccountCode[]]),
    standing: z.bigint(),
    times: z.int(),
  }),
});

/**
 * Returns the first row at which each account would go below its floor, by day and then in file
 * order, starting from the current balance. `times` counts all such accounts.
 */
export function importedRowsBelowFloor(snapshot: Snapshot, limit: number) {
  return snapshot.rows(belowFloor, [limit]);
}

const closing = statement({
  text: `with sums as (
      select kind, sum(amount_cents) as amount, sum(fee_cents) as fee
      from staged_entry group by kind
    ), moved as (
      select s.code, sum(s.sign * case s.share when 'whole' then e.amount when 'fee' then e.fee
        else e.amount - e.fee end) as cents
      from sums e join import_side s using (kind) group by s.code
    ), held as (
      select code, sum(balance_cents) as cents from ledger_account group by code
    )
    select c.code,
      (c.sign * (coalesce(m.cents, 0) + coalesce(h.cents, 0)))::bigint as cents
    from unnest($1::text[], $2::smallint[]) with ordinality as c (code, sign, place)
      left join moved m using (code) left join held h using (code)
    order by c.place`,
  row: z.object({ code: z.string(), cents: z.bigint() }),
});

const standing = statement({
  text: `select c.code, (c.sign * coalesce(sum(a.balance_cents), 0))::bigint as cents
    from unnest($1::text[], $2::smallint[]) with ordinality as c (code, sign, place)
      left join ledger_account a using (code)
    group by c.code, c.sign, c.place order by c.place`,
  row: z.object({ code: z.string(), cents: z.bigint() }),
});

/** Returns the total balance of all accounts of each code, in its normal direction. */
export function closingOfBooks(snapshot: Snapshot) {
  const codes = Object.keys(chartOfAccounts) as AccountCode[];
  return snapshot.rows(standing, [codes, codes.map((code) => normalSign(code))]);
}

/**
 * Returns the total balance of each code in its normal direction, as it will be after the import.
 */
export function closingWithImport(snapshot: Snapshot) {
  const codes = Object.keys(chartOfAccounts) as AccountCode[];
  return snapshot.rows(closing, [codes, codes.map((code) => normalSign(code))]);
}

const lock = statement({
  text: `with asked as materialized (
      select distinct s.code, m.id as member_id, ${reference} as reference
      from staged_entry e join import_side s using (kind)
        left join member m on m.member_no = e.member_no and s.of_member
    ), listed as (
      select array_agg(code) as codes, array_agg(member_id) as members,
        array_agg(reference) as reference_list
      from asked
    )
    select (select count(*) from ledger_lock(codes, members, reference_list))::int as locked,
      coalesce(cardinality(codes), 0) as asked
    from listed`,
  row: z.object({ locked: z.int(), asked: z.int() }),
});

/** Locks every account that the staged history touches, in the same order as `post`. */
export async function lockImportedAccounts(work: UnitOfWork): Promise<void> {
  const counted = await work.first(lock);
  if (counted?.locked !== counted?.asked) throw new Error("an imported account was never opened");
}

// Files have no column for the year of a dividend: it is the year that the narration names, or else
// the one before the declaration.
const yearOfDividend = `case k.entry_kind when 'dividend-declared'
    then coalesce(substring(n.narration from '\\mfor (20[0-9]{2})\\M')::int,
      extract(year from n.value_date)::int - 1) end`;

// As in `post`, all lines are written together with their entries.
const writeSpan = `with span as materialized (
    select * from numbered_entry where id >= $3 and id < $4
  ), entries as (
    insert into journal_entry (id, kind, value_date, narration, reference_no, receipt_no, actor,
      import_run_id, dividend_year)
    select n.id, k.entry_kind, n.value_date, n.narration, n.reference_no, n.receipt_no, $1, $2,
      ${yearOfDividend}
    from span n join (select distinct kind, entry_kind from import_side) k using (kind)
  )
  insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
  select e.id, s.line_no, coalesce(s.society_account_id, a.id), e.value_date, s.sign * ${part}
  from span e
    join import_side s using (kind)
    left join member m on m.member_no = e.member_no and s.of_member
    left join ledger_account a
      on a.code = s.code and a.member_id = m.id and a.reference = ${reference}
  where ${part} <> 0`;

const span = statement({
  text: `select coalesce(min(id), 1)::bigint as first, coalesce(max(id), 0)::bigint as last
    from numbered_entry`,
  row: z.object({ first: z.bigint(), last: z.bigint() }),
});

/**
 * History is written in at most this many parts, so that progress can be shown. Each part updates
 * the balance of every account in it, so more parts cost more.
 */
const PARTS = 8n;
const MIN_PART = 5000n;

/**
 * Writes the staged history as entries of permitted kinds, all marked with the import run, and
 * reports the share written. The accounts are locked and already checked: a wrong row would break a
 * constraint and undo everything. Throws `month-closed` if a row is dated in a closed month.
 */
export async function writeImportedEntries(
  work: UnitOfWork,
  runId: bigint,
  onWritten: (share: number) => void,
): Promise<void> {
  // Ids are drawn under the locks, in file order.
  await work.run(`create temporary table numbered_entry on commit drop as
    select nextval('journal_entry_id_seq') as id, e.*
    from (select * from staged_entry order by file, row) e`);
  await work.run("create index on numbered_entry (id)");
  await work.run("analyze numbered_entry");
  const { first, last } = (await work.first(span)) ?? { first: 1n, last: 0n };
  const many = last - first + 1n;
  const part = many / PARTS + 1n > MIN_PART ? many / PARTS + 1n : MIN_PART;
  for (let from = first; from <= last; from += part) {
    const values = [work.actor, runId, from, from + part];
    await inOpenBooks(() => work.run(writeSpan, values));
    onWritten(Math.min(1, Number(from - first + part) / Number(many)));
  }
  // Balance is checked for each entry now, so that nothing can fail at the commit.
  await work.run("set constraints all immediate");
}

/**
 * Opens the accounts that a SELECT returns as code, member_id, reference and opened_on, for an
 * import run. Accounts that are already open stay as they are. An empty account left by an undone
 * import is assigned to this run.
 */
export async function openSelectedAccounts(
  work: UnitOfWork,
  select: string,
  runId: bigint,
): Promise<void> {
  const codes = Object.keys(chartOfAccounts) as AccountCode[];
  await work.run(
    `insert into ledger_account
        (code, member_id, reference, normal_side, floor_cents, opened_on, import_run_id)
      select o.code, o.member_id, o.reference, c.normal_side, c.floor_cents, o.opened_on, $4
      from (${select}) o
        join unnest($1::text[], $2::smallint[], $3::bigint[])
          as c (code, normal_side, floor_cents) using (code)
      on conflict (code, member_id, reference) do update
        set import_run_id = excluded.import_run_id
        where exists (select from import_batch b
          where b.run_id = ledger_account.import_run_id and b.state = 'undone')`,
    [
      codes,
      codes.map((code) => normalSign(code)),
      codes.map((code) => chartRow(code).floor),
      runId,
    ],
  );
}
