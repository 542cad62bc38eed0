import * as z from "zod/mini";
import { narrationOf } from "./narrations.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import {
  type AccountCode,
  type AccountKey,
  chartOfAccounts,
  normalSign,
} from "./chart-of-accounts.ts";
import { inOpenBooks } from "./closed-books.ts";
import { assertPermitted, type Entry, type EntryLine, mirrored } from "./journal.ts";

/**
 * An entry ready to be written. Its kind may also be a reversal, which is not in the permitted
 * table.
 */
interface Writing extends Omit<Entry, "kind"> {
  readonly kind: string;
  readonly reverses?: bigint;
}

const accountCode = z.enum(Object.keys(chartOfAccounts) as [AccountCode, ...AccountCode[]]);

const lockAccounts = statement({
  name: "ledger-lock",
  text: `select id, code, member_id, reference, floor_cents, balance_cents
    from ledger_lock($1::text[], $2::bigint[], $3::text[])`,
  row: z.object({
    id: z.bigint(),
    code: accountCode,
    member_id: z.nullable(z.bigint()),
    reference: z.string(),
    floor_cents: z.nullable(z.bigint()),
    balance_cents: z.bigint(),
  }),
});

const writeEntries = statement({
  name: "ledger-write",
  // The ids are drawn while the locks are held, so that they order the lines of every account.
  text: `with given as materialized (
      select nextval('journal_entry_id_seq') as id, kind,
        coalesce(value_date, akiba_today()) as value_date,
        narration, reference_no, receipt_no, reverses, dividend_year, position
      from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::bigint[],
          $12::smallint[])
        with ordinality as g (kind, value_date, narration, reference_no, receipt_no, reverses,
          dividend_year, position)
    ), entries as (
      insert into journal_entry (id, kind, value_date, narration, reference_no, receipt_no, actor,
        reverses, dividend_year)
      select id, kind, value_date, narration, reference_no, receipt_no, $7, reverses, dividend_year
      from given
    ), lines as (
      insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
      select g.id, l.line_no, l.account_id, g.value_date, l.amount_cents
      from unnest($8::int[], $9::smallint[], $10::bigint[], $11::bigint[])
          as l (position, line_no, account_id, amount_cents)
        join given g using (position)
    )
    select id from given order by position`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Posts one entry and returns its id. Throws `not-enough` if an account would go below its floor,
 * and `month-closed` if its value date is in a closed month. Throws a defect if the entry is not of
 * the permitted form or an account was never opened.
 */
export async function post(work: UnitOfWork, entry: Entry): Promise<bigint> {
  const [id] = await postAll(work, [entry]);
  return id as bigint;
}

/**
 * Posts entries in order, all or none, and returns their ids. A unit of work should post everything
 * in one call: a second call takes locks out of order and may have to be retried.
 */
export async function postAll(work: UnitOfWork, entries: readonly Entry[]): Promise<bigint[]> {
  for (const entry of entries) assertPermitted(entry);
  return write(work, entries);
}

const findEntries = statement({
  name: "ledger-entries",
  text: `select e.id, e.kind, e.narration, e.reference_no, a.code, a.member_id, a.reference,
      l.amount_cents
    from journal_entry e
      join journal_line l on l.entry_id = e.id
      join ledger_account a on a.id = l.account_id
    where e.id = any ($1::bigint[])
    order by e.id, l.line_no`,
  row: z.object({
    id: z.bigint(),
    kind: z.string(),
    narration: z.string(),
    reference_no: z.string(),
    code: accountCode,
    member_id: z.nullable(z.bigint()),
    reference: z.string(),
    amount_cents: z.bigint(),
  }),
});

type Found = z.infer<typeof findEntries.row>;

/**
 * Posts the mirror image of an entry as of today, with a link to it, and returns the new entry's
 * id. The database lets an entry be reversed only once. A reversal cannot be reversed: post the
 * entry again instead. Throws `not-enough` when the money has since been used.
 */
export async function reverse(
  work: UnitOfWork,
  entryId: bigint,
  words: ReversalWords = {},
): Promise<bigint> {
  const [id] = await reverseAll(work, [{ entryId, ...words }]);
  return id as bigint;
}

/**
 * The narration of a reversal on statements: by default, that the entry is reversed. It is always
 * one of our own texts. A reason typed by a person is for the office and is kept elsewhere.
 */
interface ReversalWords {
  readonly narration?: string;
  /** The day of the entry, where it is posted again as of that day; by default today. */
  readonly valueDate?: CalendarDate;
}

/** Posts the mirror images of entries in order, all or none, and returns their ids. */
export async function reverseAll(
  work: UnitOfWork,
  reversals: readonly (ReversalWords & { readonly entryId: bigint })[],
): Promise<bigint[]> {
  const found = new Map<bigint, Found[]>();
  for (const row of await work.rows(findEntries, [reversals.map(({ entryId }) => entryId)])) {
    found.set(row.id, [...(found.get(row.id) ?? []), row]);
  }
  return write(
    work,
    reversals.map((asked) => reversal(asked, found.get(asked.entryId) ?? [])),
  );
}

function reversal(
  { entryId, narration, valueDate }: ReversalWords & { readonly entryId: bigint },
  found: readonly Found[],
): Writing {
  const [first] = found;
  if (first === undefined) throw new Error(`there is no journal entry ${entryId}`);
  if (first.kind === "reversal") throw new Error(`journal entry ${entryId} is itself a reversal`);
  const lines = found.map((row) => ({ account: keyOf(row), amount: cents(row.amount_cents) }));
  return {
    kind: "reversal",
    narration: narration ?? narrationOf("reversed", { narration: first.narration }),
    referenceNo: first.reference_no,
    lines: mirrored(lines),
    reverses: entryId,
    ...(valueDate !== undefined && { valueDate }),
  };
}

async function write(work: UnitOfWork, entries: readonly Writing[]): Promise<bigint[]> {
  if (entries.length === 0) return [];
  const lines = entries.flatMap((entry, index) =>
    entry.lines.map((line, offset) => ({ ...line, position: index + 1, lineNo: offset + 1 })),
  );
  const ids = await lockAndMove(work, lines);
  const values = [
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.valueDate ?? null),
    entries.map((entry) => entry.narration),
    entries.map((entry) => entry.referenceNo ?? ""),
    entries.map((entry) => entry.receiptNo ?? ""),
    entries.map((entry) => entry.reverses ?? null),
    work.actor,
    lines.map((line) => line.position),
    lines.map((line) => line.lineNo),
    lines.map((line) => ids.get(nameOf(line.account))),
    lines.map((line) => line.amount),
    entries.map((entry) => entry.dividendYear ?? null),
  ];
  const written = await inOpenBooks(() => work.rows(writeEntries, values));
  return written.map(({ id }) => id);
}

/**
 * Locks the accounts of the lines, checks each line in turn against the floors, and returns the
 * ids.
 */
async function lockAndMove(
  work: UnitOfWork,
  lines: readonly (EntryLine & { readonly position: number })[],
): Promise<Map<string, bigint>> {
  const keys = new Map(lines.map(({ account }) => [nameOf(account), account]));
  const asked = [...keys.values()];
  const locked = await work.rows(lockAccounts, [
    asked.map(({ code }) => code),
    asked.map(({ memberId }) => memberId),
    asked.map(({ reference }) => reference),
  ]);
  const accounts = new Map(locked.map((row) => [nameOf(keyOf(row)), row]));
  for (const { account, amount } of lines) {
    const found = accounts.get(nameOf(account));
    if (found === undefined) throw new Error(`${nameOf(account)} was never opened`);
    found.balance_cents += amount;
    const standing = found.balance_cents * BigInt(normalSign(account.code));
    if (found.floor_cents !== null && standing < found.floor_cents) {
      throw new Problem("not-enough");
    }
  }
  return new Map([...accounts].map(([name, { id }]) => [name, id]));
}

function keyOf(row: {
  code: AccountCode;
  member_id: bigint | null;
  reference: string;
}): AccountKey {
  return { code: row.code, memberId: row.member_id, reference: row.reference };
}

function nameOf({ code, memberId, reference }: AccountKey): string {
  return `${code}/${memberId ?? "society"}/${reference}`;
}
