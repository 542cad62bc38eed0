import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import { chartRow } from "./chart-of-accounts.ts";
import { type EntryKind, permittedSides } from "./journal.ts";

/** Kinds of entries that debit one account and credit one, so that an amount says it all. */
function sidesOf(kinds: readonly EntryKind[]) {
  return kinds.flatMap((kind) => {
    const sides = permittedSides.filter((side) => side.kind === kind);
    if (sides.length !== 2) throw new Error(`${kind} has more than an amount to it`);
    return sides.map(({ code, sign }, index) => ({ kind, code, sign, lineNo: index + 1 }));
  });
}

/** Which accounts are told apart by a reference beside their member: a loan's number. */
const isReferenced = (code: string) => code === "loan-receivable";

/**
 * Makes the temporary tables of entries that are posted as one set, each with one debit and one
 * credit: the caller fills `bulk_entry` and finds the entries written in `bulk_posted`, by place.
 */
export async function openBulk(work: UnitOfWork, kinds: readonly EntryKind[]): Promise<void> {
  await work.run(`create temporary table bulk_entry (
      place bigint primary key, kind text not null, member_id bigint, reference text not null,
      amount_cents bigint not null check (amount_cents > 0),
      narration text not null check (narration <> ''), reference_no text not null
    ) on commit drop`);
  await work.run(`create temporary table bulk_side (
      kind text, line_no smallint, code text, sign smallint, of_member boolean,
      referenced boolean, society_account_id bigint
    ) on commit drop`);
  const sides = sidesOf(kinds);
  await work.run(
    `insert into bulk_side
      select s.*, a.id
      from unnest($1::text[], $2::smallint[], $3::text[], $4::smallint[], $5::bool[], $6::bool[])
          as s (kind, line_no, code, sign, of_member, referenced)
        left join ledger_account a
          on a.code = s.code and a.member_id is null and not s.of_member`,
    [
      sides.map(({ kind }) => kind),
      sides.map(({ lineNo }) => lineNo),
      sides.map(({ code }) => code),
      sides.map(({ sign }) => sign),
      sides.map(({ code }) => chartRow(code).holder === "member"),
      sides.map(({ code }) => isReferenced(code)),
    ],
  );
}

const memberOf = "case when s.of_member then e.member_id end";
const referenceOf = "case when s.referenced then e.reference else '' end";

const lock = statement({
  text: `with asked as materialized (
      select distinct s.code, ${memberOf} as member_id, ${referenceOf} as reference
      from bulk_entry e join bulk_side s using (kind)
    ), listed as (
      select array_agg(code) as codes, array_agg(member_id) as members,
        array_agg(reference) as reference_list
      from asked
    )
    select (select count(*) from ledger_lock(codes, members, reference_list))::int as locked,
      (select count(*) from asked)::int as asked,
      (select count(*) from bulk_entry where kind not in (select kind from bulk_side))::int
        as strange
    from listed`,
  row: z.object({ locked: z.int(), asked: z.int(), strange: z.int() }),
});

/** Locks every account of the set in the order that `post` locks them in. */
export async function lockBulk(work: UnitOfWork): Promise<void> {
  await work.run("analyze bulk_entry");
  const counted = await work.first(lock);
  if (counted?.strange !== 0) throw new Error("an entry of the set is of a kind not declared");
  if (counted.locked !== counted.asked) throw new Error("an account of the set was never opened");
}

const CHUNK = 5000;

const span = statement({
  text: `select coalesce(min(entry_id), 1)::bigint as first,
      coalesce(max(entry_id), 0)::bigint as last
    from bulk_posted`,
  row: z.object({ first: z.bigint(), last: z.bigint() }),
});

/**
 * Writes the set as of today, by place, once its accounts are locked, and tells the share written.
 * Whatever would take an account below its floor breaks a constraint, and all is undone.
 */
export async function writeBulk(
  work: UnitOfWork,
  onWritten: (share: number) => void = () => {},
): Promise<void> {
  // As `post` writes: ids are drawn under the locks, all lines come with their entries.
  await work.run(`create temporary table bulk_posted on commit drop as
    select place, nextval('journal_entry_id_seq') as entry_id
    from (select place from bulk_entry order by place) e`);
  await work.run("analyze bulk_posted");
  const { first, last } = (await work.first(span)) ?? { first: 1n, last: 0n };
  for (let from = first; from <= last; from += BigInt(CHUNK)) {
    await writeChunk(work, from);
    onWritten(Math.min(1, (Number(from - first) + CHUNK) / Number(last - first + 1n)));
  }
  // Each entry is asked now whether it balances, so that the commit has nothing left to refuse.
  await work.run("set constraints all immediate");
}

/** The entries of a span of ids with all their lines: those of one entry come together. */
async function writeChunk(work: UnitOfWork, from: bigint): Promise<void> {
  await work.run(
    `with chunk as materialized (
      select * from bulk_posted join bulk_entry using (place)
      where entry_id >= $2 and entry_id < $2 + ${CHUNK}
    ), entries as (
      insert into journal_entry (id, kind, value_date, narration, reference_no, actor)
      select e.entry_id, e.kind, akiba_today(), e.narration, e.reference_no, $1
      from chunk e order by e.entry_id
    )
    insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
    select e.entry_id, s.line_no, coalesce(s.society_account_id, a.id), akiba_today(),
      s.sign * e.amount_cents
    from chunk e join bulk_side s using (kind)
      left join ledger_account a on s.of_member and a.code = s.code
        and a.member_id = e.member_id and a.reference = ${referenceOf}`,
    [work.actor, from],
  );
}

/**
 * Reverses the entries whose ids a SELECT gives as `entry_id`, as `reverse` does one, all or none;
 * gives how many. Money that has since been used breaks a floor, and all is undone.
 */
export async function reverseSelected(
  work: UnitOfWork,
  select: string,
  values: readonly bigint[],
  reason: string,
): Promise<number> {
  await work.run(
    `create temporary table bulk_reversed (entry_id bigint, id bigint) on commit drop`,
  );
  await work.run(`insert into bulk_reversed (entry_id) ${select}`, values);
  await work.run(`with touched as materialized (
      select distinct a.code, a.member_id, a.reference
      from bulk_reversed join journal_line l using (entry_id)
        join ledger_account a on a.id = l.account_id
    ), listed as (
      select array_agg(code) as codes, array_agg(member_id) as members,
        array_agg(reference) as reference_list
      from touched
    )
    select (select count(*) from ledger_lock(codes, members, reference_list)) from listed`);
  await work.run("update bulk_reversed set id = nextval('journal_entry_id_seq')");
  const reversed = await work.run(
    `insert into journal_entry (id, kind, value_date, narration, reference_no, actor, reverses)
      select r.id, 'reversal', akiba_today(), $1, e.reference_no, $2, e.id
      from bulk_reversed r join journal_entry e on e.id = r.entry_id order by r.id`,
    [reason, work.actor],
  );
  await work.run(`insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
    select r.id, l.line_no, l.account_id, akiba_today(), -l.amount_cents
    from bulk_reversed r join journal_line l on l.entry_id = r.entry_id`);
  await work.run("set constraints all immediate");
  return reversed;
}
