import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { permittedSides } from "./permitted-kinds.ts";

/** The columns of a SELECT of lines to be staged, in this order. */
const stagedLineColumns =
  "position, kind, narration, reference_no, code, member_id, reference, amount_cents";

/**
 * Creates the temporary table in which a set of entries is staged; it is dropped with the unit of
 * work.
 */
export async function openPostingSet(work: UnitOfWork): Promise<void> {
  await work.run(`create temporary table staged_line (
      position integer, line_no smallint, kind text, narration text, reference_no text, code text,
      member_id bigint, reference text, amount_cents bigint, account_id bigint, value_date date,
      dividend_year smallint
    ) on commit drop`);
}

/** The facts that all entries of a set share. */
interface StagedFacts {
  readonly valueDate?: CalendarDate;
  readonly dividendYear?: number;
}

/**
 * Stages the lines that a SELECT returns as `stagedLineColumns`. The lines of one position form an
 * entry, debits positive. The value date is today unless one is given; declared dividends need
 * their year. Lines of zero are left out.
 */
export async function stageLines(
  work: UnitOfWork,
  select: string,
  values: readonly (string | number | bigint)[],
  { valueDate, dividendYear }: StagedFacts = {},
): Promise<void> {
  const date = `coalesce($${values.length + 1}::date, akiba_today())`;
  const year = `$${values.length + 2}::smallint`;
  await work.run(
    `insert into staged_line
      select s.position, row_number() over (
          partition by s.position order by s.amount_cents desc, s.code),
        s.kind, s.narration, s.reference_no, s.code, s.member_id, s.reference, s.amount_cents,
        coalesce(theirs.id, ours.id), ${date}, ${year}
      from (${select}) as s (${stagedLineColumns})
        left join ledger_account theirs on theirs.code = s.code
          and theirs.member_id = s.member_id and theirs.reference = s.reference
        left join ledger_account ours on ours.code = s.code
          and ours.member_id is null and s.member_id is null and ours.reference = s.reference
      where s.amount_cents <> 0`,
    [...values, valueDate ?? null, dividendYear ?? null],
  );
}

const findFaults = statement({
  text: `with permitted as (
      select * from unnest($1::text[], $2::text[], $3::int[], $4::bool[])
        as p (kind, code, sign, optional)
    ), required as (
      select kind, count(*) as sides from permitted where not optional group by kind
    ), touched as (
      select position, kind, code, sign(amount_cents)::int as sign, count(*) as times
      from staged_line group by position, kind, code, sign(amount_cents)
    ), misshapen as (
      select t.position
      from touched t left join permitted p using (kind, code, sign)
        left join required r using (kind)
      group by t.position, t.kind, r.sides
      having bool_or(p.kind is null or t.times > 1)
        or count(*) filter (where not p.optional) <> coalesce(r.sides, 0)
    ), unbalanced as (
      select position from staged_line group by position
      having sum(amount_cents) <> 0 or count(distinct member_id) > 1
        or count(distinct kind) > 1 or bool_or(narration = '')
    )
    select (select count(*) from misshapen)::int as misshapen,
      (select count(*) from unbalanced)::int as unbalanced,
      (select count(*) from staged_line where account_id is null)::int as homeless`,
  row: z.object({ misshapen: z.int(), unbalanced: z.int(), homeless: z.int() }),
});

const findBelowFloor = statement({
  text: `with moved as (
      select account_id, sum(amount_cents) as cents from staged_line group by account_id
    )
    select exists (
      select from moved m join ledger_account a on a.id = m.account_id
      where (a.balance_cents + m.cents) * a.normal_side < a.floor_cents
    ) as below`,
  row: z.object({ below: z.boolean() }),
});

/**
 * Posts the staged entries, all or none, and returns their number: `lockStaged`, then
 * `writeStaged`.
 */
export async function postStaged(work: UnitOfWork, onWritten?: OnWritten): Promise<number> {
  await lockStaged(work);
  return writeStaged(work, onWritten);
}

/**
 * Locks every account of the set in the same order as `post`. Throws when an entry is not of a
 * permitted form or an account was never opened.
 */
export async function lockStaged(work: UnitOfWork): Promise<void> {
  await work.run("create index on staged_line (position)");
  await work.run("analyze staged_line");
  await assertStagedPermitted(work);
  await lockSelected(work, "select distinct code, member_id, reference from staged_line", []);
}

/** Is called with the progress while a set is written, before any of it is committed. */
type OnWritten = (position: number, of: number) => unknown;

const CHUNK = 5000;

/**
 * Writes the set once its accounts are locked, and returns the number of entries; `posted_entry`
 * has their ids by position. Throws `not-enough` if an account would go below its floor.
 */
export async function writeStaged(
  work: UnitOfWork,
  onWritten: OnWritten = () => undefined,
): Promise<number> {
  if ((await work.first(findBelowFloor))?.below === true) throw new Problem("not-enough");
  // As in `post`: ids are drawn under the locks, and all lines are written with their entries.
  const entries = await work.run(`create temporary table posted_entry on commit drop as
    select position, nextval('journal_entry_id_seq') as entry_id
    from (select position from staged_line where line_no = 1 order by position) e`);
  await work.run("create index on posted_entry (position)");
  await work.run("analyze posted_entry");
  const last = (await work.first(lastPosition))?.last ?? 0;
  for (let from = 0; from < last; from += CHUNK) {
    const to = Math.min(from + CHUNK, last);
    await work.run(writeChunk, [work.actor, from, to]);
    await onWritten(to, last);
  }
  // Balance is checked for each entry now, so that nothing can fail at the commit.
  await work.run("set constraints all immediate");
  return entries;
}

const lastPosition = statement({
  text: "select coalesce(max(position), 0)::int as last from staged_line",
  row: z.object({ last: z.int() }),
});

/**
 * The entries of a range of positions with all their lines; the lines of one entry are together.
 */
const writeChunk = `with chunk as materialized (
    select entry_id, l.* from posted_entry join staged_line l using (position)
    where position > $2 and position <= $3
  ), entries as (
    insert into journal_entry (id, kind, value_date, narration, reference_no, actor, dividend_year)
    select entry_id, kind, value_date, narration, reference_no, $1, dividend_year
    from chunk where line_no = 1 order by entry_id
  )
  insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
  select entry_id, line_no, account_id, value_date, amount_cents from chunk`;

async function assertStagedPermitted(snapshot: Snapshot): Promise<void> {
  const found = await snapshot.first(findFaults, [
    permittedSides.map(({ kind }) => kind),
    permittedSides.map(({ code }) => code),
    permittedSides.map(({ sign }) => sign),
    permittedSides.map(({ optional }) => optional),
  ]);
  const faults = Object.entries(found ?? {}).filter(([, count]) => count > 0);
  if (faults.length === 0) return;
  const told = faults.map(([fault, count]) => `${count} ${fault}`).join(", ");
  throw new Error(`the set cannot be posted: ${told}`);
}

/**
 * Locks the accounts that a SELECT returns as code, member_id and reference, in the same order as
 * `post`.
 */
export async function lockSelected(
  work: UnitOfWork,
  select: string,
  values: readonly (string | number | bigint)[],
): Promise<void> {
  await work.run(
    `with listed as (
        select array_agg(code) as codes, array_agg(member_id) as members,
          array_agg(reference) as reference_list
        from (${select}) as asked (code, member_id, reference)
      )
      select count(*) from listed, ledger_lock(codes, members, reference_list)`,
    values,
  );
}
