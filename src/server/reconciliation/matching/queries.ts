import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import {
  type MatchRule,
  matchRules,
  type MatchState,
  matchStates,
  type ReconciliationSide,
} from "#shared/contract/reconciliation/matching.ts";
import { parseTypedAmount } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, intCents, storedDate, textId } from "#server/kernel/platform/row-fields.ts";

const PAGE = 50;

const itemRow = z.object({
  id: z.bigint(),
  day: storedDate,
  receipt_no: z.string(),
  text: z.string(),
  amount_cents: bigCents,
  note: z.string(),
  noted_by: z.string(),
  is_proposed: z.boolean(),
  /** Whether a second person still has to approve its entry or correction. */
  awaits_approval: z.boolean(),
  /** The amount in our books for the receipt of a line, if it differs; null otherwise. */
  booked_cents: z.nullable(bigCents),
});
export type ItemRow = z.infer<typeof itemRow>;

// The parameters: account, the cursor's day and id, the search as text and as an amount.
const found = (receipt: string, text: string) => `
  and ($2::date is null or (i.day, i.id) > ($2, $3::bigint))
  and ($4::text = '' or abs(i.amount_cents) = $5::bigint
    or position(upper($4) in upper(${receipt})) > 0
    or position(lower($4) in lower(${text})) > 0)
  order by i.day, i.id limit ${PAGE + 1}`;

const openOf: Readonly<Record<ReconciliationSide, ReturnType<typeof openItems>>> = {
  statement: openItems(
    "bank-open-lines",
    `select l.id, l.day, l.receipt_no, concat_ws(', ', nullif(l.details, ''),
        nullif(l.other_party, ''), nullif(l.account_text, '')) as text, l.amount_cents, l.match_id,
        p.amount_cents as booked_cents,
        exists (select from approval a left join treasury_movement t
            on a.kind = 'treasury-movement' and t.id = (a.payload ->> 'movement')::bigint
          where a.kind in ('pay-in-line', 'pay-in-correction', 'treasury-movement')
            and a.state = 'waiting' and a.expires_at > akiba_now()
            and (a.payload ->> 'line' = l.id::text or t.reference = 'LINE-' || l.id)
        ) as awaits_approval
      from bank_statement_line l left join bank_match m on m.id = l.match_id
        left join pay_in p on l.account = 'mobile-money' and p.receipt_no = l.receipt_no
          and l.amount_cents > 0 and p.amount_cents <> l.amount_cents
          and p.state in ('credited', 'suspense')
      where l.account = $1 and m.state is distinct from 'confirmed'`,
    "statement",
  ),
  books: openItems(
    "bank-open-entries",
    `select e.id, j.value_date as day, coalesce(nullif(e.receipt_no, ''), e.reference_no)
        as receipt_no, e.narration as text, j.amount_cents, x.match_id,
        null::bigint as booked_cents, false as awaits_approval
      from reconciled_account r
        join ledger_account a on a.code = r.account and a.member_id is null
        join journal_line j on j.account_id = a.id
          and j.value_date between r.starts_on and r.covers_to
        join journal_entry e on e.id = j.entry_id
        left join bank_match_entry x on x.account = r.account and x.entry_id = e.id
        left join bank_match m on m.id = x.match_id
      where r.account = $1 and m.state is distinct from 'confirmed'`,
    "books",
  ),
};

function openItems(name: string, items: string, side: ReconciliationSide) {
  return statement({
    name,
    text: `select i.id, i.day, i.receipt_no, i.text, i.amount_cents, coalesce(n.note, '') as note,
        coalesce(n.noted_by, '') as noted_by, i.match_id is not null as is_proposed, i.booked_cents,
        i.awaits_approval
      from (${items}) i left join bank_item_note n
        on n.account = $1 and n.side = '${side}' and n.item_id = i.id
      where true ${found("i.receipt_no", "i.text")}`,
    row: itemRow,
  });
}

interface OpenAsked {
  readonly account: ReconciledAccount;
  readonly side: ReconciliationSide;
  readonly search: string;
  readonly after: { readonly day: CalendarDate; readonly id: bigint } | undefined;
}

/** A page of items of one side only, the oldest first. */
export async function openPage(snapshot: Snapshot, { account, side, search, after }: OpenAsked) {
  const amount = parseTypedAmount(search);
  const given = [account, after?.day ?? null, after?.id ?? null, search, amount];
  const rows = await snapshot.rows(openOf[side], given);
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE };
}

const findProposals = statement({
  name: "bank-proposals",
  text: `select m.rule, count(*)::int as matches,
      coalesce(sum(s.cents), 0)::bigint as amount_cents,
      array_agg(distinct m.proposed_by) as proposers, max(m.id) as last_id,
      encode(sha256(string_agg(int8send(m.id), '' order by m.id)), 'hex') as print
    from bank_match m left join lateral (
      select sum(abs(l.amount_cents)) as cents from bank_statement_line l where l.match_id = m.id
    ) s on true
    where m.account = $1 and m.state = 'proposed' group by m.rule`,
  row: z.object({
    rule: z.enum(matchRules),
    matches: z.int(),
    amount_cents: bigCents,
    proposers: z.array(z.string()),
    last_id: z.bigint(),
    print: z.string(),
  }),
});

export type ProposalRow = z.infer<typeof findProposals.row>;

/** The totals of unconfirmed proposals by rule, the surest rule first. */
export async function proposalRows(snapshot: Snapshot, account: ReconciledAccount) {
  const rows = await snapshot.rows(findProposals, [account]);
  return rows.toSorted((a, b) => matchRules.indexOf(a.rule) - matchRules.indexOf(b.rule));
}

const item = z.object({
  id: textId,
  day: storedDate,
  receipt: z.string(),
  text: z.string(),
  cents: intCents,
});

const matchColumns = `select m.id, m.rule, m.state, m.proposed_by,
      coalesce(m.confirmed_by, '') as confirmed_by,
      coalesce((select jsonb_agg(jsonb_build_object('id', l.id::text, 'day', l.day,
          'receipt', l.receipt_no, 'text', concat_ws(', ', nullif(l.details, ''),
            nullif(l.other_party, ''), nullif(l.account_text, '')),
          'cents', l.amount_cents) order by l.day, l.id)
        from bank_statement_line l where l.match_id = m.id), '[]') as lines,
      coalesce((select jsonb_agg(jsonb_build_object('id', e.id::text, 'day', j.value_date,
          'receipt', coalesce(nullif(e.receipt_no, ''), e.reference_no), 'text', e.narration,
          'cents', j.amount_cents) order by j.value_date, e.id)
        from bank_match_entry x join journal_entry e on e.id = x.entry_id
          join ledger_account a on a.code = x.account and a.member_id is null
          join journal_line j on j.entry_id = e.id and j.account_id = a.id
        where x.match_id = m.id), '[]') as entries
    from bank_match m`;

const matchRow = z.object({
  id: z.bigint(),
  rule: z.enum(matchRules),
  state: z.enum([...matchStates, "undone"]),
  proposed_by: z.string(),
  confirmed_by: z.string(),
  lines: z.array(item),
  entries: z.array(item),
});

export type MatchRow = z.infer<typeof matchRow>;

const findMatches = statement({
  name: "bank-matches",
  text: `${matchColumns}
    where m.account = $1 and m.state = $2 and ($3::bigint is null or m.id < $3)
    order by m.id desc limit ${PAGE + 1}`,
  row: matchRow,
});

interface MatchesAsked {
  readonly account: ReconciledAccount;
  readonly state: MatchState;
  readonly after: bigint | undefined;
}

/** A page of matches of a state, the latest first. */
export async function matchPage(snapshot: Snapshot, { account, state, after }: MatchesAsked) {
  const rows = await snapshot.rows(findMatches, [account, state, after ?? null]);
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE };
}

const findMatch = statement({
  name: "bank-match",
  text: `${matchColumns} where m.account = $1 and m.id = $2`,
  row: matchRow,
});

/** One match; null if the account has none with this id. */
export function matchAt(snapshot: Snapshot, account: ReconciledAccount, id: bigint) {
  return snapshot.first(findMatch, [account, id]);
}

/** The facts of a match, which its confirmation covers. */
export function matchFacts({ lines, entries }: Pick<MatchRow, "lines" | "entries">) {
  const told = ({ id, cents }: MatchRow["lines"][number]) => `${id} ${cents}`;
  return [
    ...lines.map((one) => ({ name: "line", value: told(one) })),
    ...entries.map((one) => ({ name: "entry", value: told(one) })),
  ];
}

/** The facts of the proposals of a rule, which a confirmation of all of them covers. */
export function proposalFacts(rule: MatchRule, found: ProposalRow | undefined) {
  return [
    { name: "rule", value: rule },
    { name: "matches", value: String(found?.matches ?? 0) },
    { name: "amount", value: String(found?.amount_cents ?? 0n) },
    { name: "matches-print", value: found?.print ?? "" },
  ];
}
