import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { reconciliationSides } from "#shared/contract/reconciliation/matching.ts";
import { addCents, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { accountState } from "../lines/account-state.ts";

const findFigures = statement({
  name: "reconciliation-figures",
  text: `select (r.opening_cents + coalesce((select sum(l.amount_cents)
        from bank_statement_line l where l.account = r.account and l.day < $2), 0))::bigint
        as opening_cents,
      p.matched, p.matched_cents, p.not_matched, p.not_matched_cents,
      bank_brought_forward(r.account) as brought_forward_cents,
      bank_books_balance(r.account, $3) as books_cents
    from reconciled_account r cross join lateral (
      select count(*) filter (where c.is_matched)::int as matched,
        coalesce(sum(c.amount_cents) filter (where c.is_matched), 0)::bigint as matched_cents,
        count(*) filter (where not c.is_matched)::int as not_matched,
        coalesce(sum(c.amount_cents) filter (where not c.is_matched), 0)::bigint
          as not_matched_cents
      from (
        select l.amount_cents,
          (m.state = 'confirmed' and m.settled_on <= $3) is true as is_matched
        from bank_statement_line l left join bank_match m on m.id = l.match_id
        where l.account = r.account and l.day between $2 and $3
      ) c
    ) p
    where r.account = $1`,
  row: z.object({
    opening_cents: bigCents,
    matched: z.int(),
    matched_cents: bigCents,
    not_matched: z.int(),
    not_matched_cents: bigCents,
    brought_forward_cents: bigCents,
    books_cents: bigCents,
  }),
});

const findOpen = statement({
  name: "reconciliation-open-on",
  text: `select i.side, i.item_id, i.day, i.amount_cents, i.items, i.side_cents,
      coalesce(l.receipt_no, nullif(e.receipt_no, ''), e.reference_no, '') as receipt_no,
      coalesce(e.narration, concat_ws(', ', nullif(l.details, ''), nullif(l.other_party, ''),
        nullif(l.account_text, ''))) as text,
      coalesce(n.note, '') as note
    from (
      select o.*, row_number() over (partition by o.side order by o.day, o.item_id) as place,
        (count(*) over (partition by o.side))::int as items,
        (sum(o.amount_cents) over (partition by o.side))::bigint as side_cents
      from bank_open_items($1, $2) o
    ) i
      left join bank_statement_line l on i.side = 'statement' and l.id = i.item_id
      left join journal_entry e on i.side = 'books' and e.id = i.item_id
      left join bank_item_note n
        on n.account = $1 and n.side = i.side and n.item_id = i.item_id
    where i.place <= $3
    order by i.side, i.place`,
  row: z.object({
    side: z.enum(reconciliationSides),
    item_id: z.bigint(),
    day: storedDate,
    amount_cents: bigCents,
    items: z.int(),
    side_cents: bigCents,
    receipt_no: z.string(),
    text: z.string(),
    note: z.string(),
  }),
});

type OpenRow = z.infer<typeof findOpen.row>;

interface Asked {
  readonly account: ReconciledAccount;
  readonly day: CalendarDate | undefined;
  /** How many open items of each side are listed; all of them are in its sum. */
  readonly listed: number;
}

/** The reconciliation statement of an account as a day ends. */
export async function readStatementOf(snapshot: Snapshot, { account, day, listed }: Asked) {
  const state = await accountState(snapshot, account);
  const to = day ?? state?.coversTo;
  if (state === null || to === undefined || to < state.startsOn || to > state.coversTo) {
    throw new Problem("day-not-covered");
  }
  const month = `${to.slice(0, 7)}-01` as CalendarDate;
  const from = month < state.startsOn ? state.startsOn : month;
  const figures = await snapshot.first(findFigures, [account, from, to]);
  if (figures === null) throw new Error(`account ${account} is not reconciled`);
  const open = await snapshot.rows(findOpen, [account, to, listed]);
  return { account, ...state, from, to, ...sumsOf(figures, open) };
}

export type DayStatement = Awaited<ReturnType<typeof readStatementOf>>;
export type OpenSide = DayStatement["unrecorded"];

function sumsOf(figures: z.infer<typeof findFigures.row>, open: readonly OpenRow[]) {
  const { opening_cents: opening, books_cents: books } = figures;
  const matched = { items: figures.matched, amount: figures.matched_cents };
  const notMatched = { items: figures.not_matched, amount: figures.not_matched_cents };
  const closing = addCents(opening, matched.amount, notMatched.amount);
  const unpresented = sideOf("books", open);
  const unrecorded = sideOf("statement", open);
  const broughtForward = figures.brought_forward_cents;
  const out = negateCents(unrecorded.amount);
  const led = addCents(closing, unpresented.amount, out, broughtForward);
  const difference = addCents(books, negateCents(led));
  return {
    opening,
    matched,
    notMatched,
    closing,
    unpresented,
    unrecorded,
    broughtForward,
    books,
    difference,
  };
}

function sideOf(side: OpenRow["side"], open: readonly OpenRow[]) {
  const rows = open.filter((row) => row.side === side);
  return { items: rows[0]?.items ?? 0, amount: rows[0]?.side_cents ?? ZERO_CENTS, rows };
}
