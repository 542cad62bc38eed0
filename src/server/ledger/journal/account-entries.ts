import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, parseAmount, ZERO_CENTS } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { takesAdded } from "./added-accounts.ts";
import type { AccountCode } from "./chart-of-accounts.ts";
import { permittedSides } from "./permitted-kinds.ts";

/** Where the next page of entries begins: the last entry read, and the balance after it. */
export interface EntryCursor {
  readonly day: CalendarDate;
  readonly entry: bigint;
  readonly balance: Cents;
}

/** The requested account and entries. */
export interface EntriesAsked {
  readonly code: AccountCode;
  /** Only one member's accounts of the code; everybody's when left out. */
  readonly memberNo?: MemberNo | undefined;
  /** Only an account that was added under the code; the rest of the code when left out. */
  readonly added?: string | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  /** Part of a narration or reference, a member number, an entry number, or an amount. */
  readonly search?: string | undefined;
  readonly after?: EntryCursor | undefined;
}

/** The number of entries a search reads before it returns and says how far it got. */
const SEARCHED = 2000;

const kindsOf = (code: AccountCode) => [
  ...new Set(permittedSides.filter((side) => side.code === code).map(({ kind }) => kind)),
  "reversal",
];

const shown = `
  select s.*,
    s.balance_before + sum(s.amount_cents) over (order by s.value_date, s.id) as balance
  from scanned s`;

// The parameters: code, kinds or member, the cursor's day, entry and balance, the last day, the
// number to read, and the search as text and as an amount.
const kept = `
  select l.id, l.value_date, l.amount_cents, l.balance::bigint as balance,
    e.narration, e.reference_no, e.receipt_no, e.kind, coalesce(m.member_no, '') as member_no,
    coalesce(m.full_name, '') as full_name,
    exists (select from journal_entry r where r.reverses = e.id) as is_reversed,
    $8::text = '' or l.id::text = $8 or abs(l.amount_cents) = coalesce($9::bigint, 0)
      or upper(coalesce(m.member_no, '')) = upper($8)
      or position(lower($8) in lower(e.narration)) > 0
      or position(upper($8) in upper(e.reference_no)) > 0
      or position(upper($8) in upper(e.receipt_no)) > 0 as is_found
  from shown l join journal_entry e on e.id = l.id
    left join lateral (
      select m.member_no, m.full_name
      from journal_line o join ledger_account a on a.id = o.account_id
        join member m on m.id = a.member_id
      where o.entry_id = l.id limit 1
    ) m on true
  order by l.value_date, l.id`;

const row = z.object({
  id: z.bigint(),
  value_date: storedDate,
  amount_cents: bigCents,
  balance: bigCents,
  narration: z.string(),
  reference_no: z.string(),
  receipt_no: z.string(),
  kind: z.string(),
  member_no: z.string(),
  full_name: z.string(),
  is_reversed: z.boolean(),
  is_found: z.boolean(),
});

export type EntryRow = z.infer<typeof row>;

const onTheCode = statement({
  name: "ledger-entries-of-code",
  text: `with entries as (
      select x.* from unnest($2::text[]) as k (kind) cross join lateral (
        select e.id, e.value_date from journal_entry e
        where e.kind = k.kind and (e.value_date, e.id) > ($3::date, $4::bigint)
          and e.value_date <= $6::date and exists (
            select from journal_line l join ledger_account a on a.id = l.account_id
            where l.entry_id = e.id and a.code = $1
          )
        order by e.value_date, e.id limit $7
      ) x order by x.value_date, x.id limit $7
    ), scanned as (
      select e.id, e.value_date, l.amount_cents, $5::bigint as balance_before
      from entries e join journal_line l on l.entry_id = e.id
        join ledger_account a on a.id = l.account_id and a.code = $1
    ), shown as (${shown})
    ${kept}`,
  row,
});

const onOneMembers = statement({
  name: "ledger-entries-of-member",
  text: `with scanned as (
      select l.entry_id as id, l.value_date, l.amount_cents, $5::bigint as balance_before
      from ledger_account a join member m on m.id = a.member_id and m.member_no = $2
        join journal_line l on l.account_id = a.id
      where a.code = $1 and (l.value_date, l.entry_id) > ($3::date, $4::bigint)
        and l.value_date <= $6::date
      order by l.value_date, l.entry_id limit $7
    ), shown as (${shown})
    ${kept}`,
  row,
});

// As of a member, of one account of the society: an added one, or the one that it is under.
const onOneOfSociety = statement({
  name: "ledger-entries-of-added",
  text: `with scanned as (
      select l.entry_id as id, l.value_date, l.amount_cents, $5::bigint as balance_before
      from ledger_account a join journal_line l on l.account_id = a.id
      where a.code = $1 and a.member_id is null and a.reference = $2
        and (l.value_date, l.entry_id) > ($3::date, $4::bigint) and l.value_date <= $6::date
      order by l.value_date, l.entry_id limit $7
    ), shown as (${shown})
    ${kept}`,
  row,
});

const broughtForward = statement({
  name: "ledger-code-before",
  text: `select coalesce(sum(debit_cents) - sum(credit_cents), 0)::bigint as total
    from ledger_day where code = $1 and value_date < $2::date`,
  row: z.object({ total: bigCents }),
});

const memberBroughtForward = statement({
  name: "ledger-member-before",
  text: `select coalesce(sum(l.amount_cents), 0)::bigint as total
    from ledger_account a join member m on m.id = a.member_id and m.member_no = $3
      join journal_line l on l.account_id = a.id and l.value_date < $2::date
    where a.code = $1`,
  row: z.object({ total: bigCents }),
});

const addedBroughtForward = statement({
  name: "ledger-added-before",
  text: `select coalesce(sum(l.amount_cents), 0)::bigint as total
    from ledger_account a join journal_line l on l.account_id = a.id and l.value_date < $2::date
    where a.code = $1 and a.member_id is null and a.reference = $3`,
  row: z.object({ total: bigCents }),
});

const BEGINNING = "0001-01-01" as CalendarDate;
const END = "9999-12-31" as CalendarDate;

/** The balance of the account before a period, debits positive. */
async function broughtInto(
  snapshot: Snapshot,
  { code, memberNo, added = "", from }: EntriesAsked,
): Promise<Cents> {
  if (from === undefined) return ZERO_CENTS;
  const found = takesAdded(code)
    ? await snapshot.first(addedBroughtForward, [code, from, added])
    : memberNo === undefined
      ? await snapshot.first(broughtForward, [code, from])
      : await snapshot.first(memberBroughtForward, [code, from, memberNo]);
  return found?.total ?? ZERO_CENTS;
}

/**
 * A page of the account's entries in order of value date, each with the balance after it. A search
 * reads a fixed number of entries at a time, so it may find fewer. `next` is the cursor of the next
 * page, null at the end.
 */
export async function accountEntries(snapshot: Snapshot, asked: EntriesAsked, limit: number) {
  const { from = BEGINNING, to = END, search = "", after } = asked;
  const start = after ?? { day: from, entry: 0n, balance: await broughtInto(snapshot, asked) };
  const most = search === "" ? limit : SEARCHED;
  const values = [start.day, start.entry, start.balance, to, most, search, parseAmount(search)];
  const read = await readLines(snapshot, asked, values);
  const rows = read.filter(({ is_found }) => is_found).slice(0, limit);
  const isCut = rows.length === limit;
  const last = isCut ? rows.at(-1) : read.at(-1);
  return {
    opening: start.balance,
    rows,
    next: last === undefined || (!isCut && read.length < most) ? null : cursorAt(last),
  };
}

function readLines(
  snapshot: Snapshot,
  { code, memberNo, added = "" }: EntriesAsked,
  values: NonNullable<Parameters<Snapshot["rows"]>[1]>,
): Promise<EntryRow[]> {
  if (takesAdded(code)) return snapshot.rows(onOneOfSociety, [code, added, ...values]);
  return memberNo === undefined
    ? snapshot.rows(onTheCode, [code, kindsOf(code), ...values])
    : snapshot.rows(onOneMembers, [code, memberNo, ...values]);
}

function cursorAt({ value_date, id, balance }: EntryRow): EntryCursor {
  return { day: value_date, entry: id, balance };
}

const findLines = statement({
  name: "ledger-entry-lines",
  text: `select e.id, e.kind, e.value_date, e.booked_at, e.narration, e.reference_no, e.receipt_no,
      e.actor, e.reverses, r.id as reversed_by, a.code, l.amount_cents,
      a.reference, coalesce(m.member_no, '') as member_no, coalesce(m.full_name, '') as full_name,
      coalesce(c.name, '') as added_name
    from journal_entry e join journal_line l on l.entry_id = e.id
      join ledger_account a on a.id = l.account_id
      left join member m on m.id = a.member_id
      left join chart_account c on a.member_id is null and c.code = a.reference
      left join journal_entry r on r.reverses = e.id
    where e.id = $1 order by l.line_no`,
  row: z.object({
    id: z.bigint(),
    kind: z.string(),
    value_date: storedDate,
    booked_at: z.date(),
    narration: z.string(),
    reference_no: z.string(),
    receipt_no: z.string(),
    actor: z.string(),
    reverses: z.nullable(z.bigint()),
    reversed_by: z.nullable(z.bigint()),
    code: z.string(),
    amount_cents: bigCents,
    reference: z.string(),
    member_no: z.string(),
    full_name: z.string(),
    added_name: z.string(),
  }),
});

/** Returns every line of an entry with its details; empty if there is no such entry. */
export function entryLines(snapshot: Snapshot, id: bigint) {
  return snapshot.rows(findLines, [id]);
}
