import * as z from "zod/mini";
import { type LoanState, loanStates } from "#shared/contract/loans/instant-loans.ts";
import type { LoanStage, QueueOrder } from "#shared/contract/loans/desk.ts";
import { payoutDestinations } from "#shared/payout-ways.ts";
import { closedAmendmentsOf } from "#server/loans/lending/amendments.ts";
import { goesToPhone } from "#server/members/membership/goes-to-phone-sql.ts";
import { pledgedBy } from "#server/loans/lending/guarantees.ts";
import { loanSearch } from "#server/loans/lending/loan-search.ts";
import { policyOfLoan, type SetPolicy } from "#server/loans/lending/loan-policy.ts";
import { shownLoan } from "#server/loans/lending/shown-loan.ts";
import { takingBack } from "#server/loans/lending/return-request.ts";
import { waitingReceipt } from "#server/loans/lending/waiting-receipts.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay, TIME_ZONE } from "#server/kernel/platform/nairobi.ts";
import { type Judged, judge, verdictOf } from "./loan-assessment.ts";

/**
 * The loans of each tab; those from before this portal are running or settled, and nothing else.
 * Each state is a literal, so that the planner knows how many rows it has.
 */
const tabs: Readonly<Record<LoanStage, string>> = {
  "to-approve": "l.state = 'applied'",
  "to-disburse": "l.state = 'approved'",
  "disbursed-today": `l.policy_id is not null
    and l.state in ('disbursed', 'settled') and l.start_date = akiba_today()`,
  declined: "l.state = 'declined'",
  withdrawn: "l.state = 'withdrawn'",
  running: "l.state = 'disbursed'",
  settled: "l.state = 'settled'",
};

/**
 * The condition for rows after the one with amount $1 and id $2, in each order, and its direction.
 */
const orders: Readonly<Record<QueueOrder, { readonly behind: string; readonly by: string }>> = {
  longest: { behind: "$1::bigint is not null and l.id > $2", by: "l.id" },
  newest: { behind: "$1::bigint is not null and l.id < $2", by: "l.id desc" },
  amount: {
    behind: "l.principal_cents <= $1 and (l.principal_cents < $1 or l.id > $2)",
    by: "l.principal_cents desc, l.id",
  },
};

/** The figures of a loan and its borrower that the desk and the rules need. */
const deskColumns = `l.id, l.loan_no, l.member_id, m.member_no, m.full_name, l.state,
  l.principal_cents, l.total_cents, l.monthly_deduction_cents, l.term_months, l.policy_id,
  l.cover_cents,
  case when l.policy_id is null then l.start_date
    else ${nairobiDay("l.applied_at")} end as applied_on,
  ${nairobiDay("moved.at")} as since,
  greatest(0, floor(extract(epoch from akiba_now() - moved.at) / 3600))::int as waiting_hours,
  (extract(year from age(akiba_today(), m.joined_on)) * 12
    + extract(month from age(akiba_today(), m.joined_on)))::int as months_of_membership,
  coalesce(held.deposits, 0)::bigint as deposits,
  coalesce(held.share_capital, 0)::bigint as share_capital,
  coalesce((select sum(greatest(a.balance_cents, 0)) from loan o
    join ledger_account a on a.code = 'loan-receivable' and a.member_id = o.member_id
      and a.reference = o.loan_no
    where o.member_id = l.member_id and o.category = 'Instant' and o.id <> l.id), 0)::bigint
    as unpaid,
  exists (select from loan_blacklist b where b.member_id = l.member_id and b.removed_at is null)
    as blacklisted,
  ${pledgedBy("l.member_id")} as pledged,
  member_owes(l.member_id, l.id) as owed,
  coalesce((select sum(g.amount_cents) from guarantee g
    where g.loan_id = l.id and g.state = 'accepted'), 0)::bigint as guaranteed,
  exists (select from loan_amendment a where a.loan_id = l.id and a.state = 'waiting'
    and a.expires_at > akiba_now()) as amendment_waits`;

/** The day a loan from before this portal was paid out or last repaid; it has few steps here. */
const carriedOver = `left join lateral (
  select coalesce((select max(j.value_date) from ledger_account a
      join journal_line j on j.account_id = a.id and j.amount_cents < 0
    where l.state = 'settled' and a.code = 'loan-receivable' and a.member_id = l.member_id
      and a.reference = l.loan_no), l.start_date)::timestamp at time zone '${TIME_ZONE}' as at
  where l.policy_id is null) as carried on true`;

const deskJoins = `join member m on m.id = l.member_id ${carriedOver}
  cross join lateral (select coalesce((select max(s.taken_at) from loan_step s
    where s.loan_id = l.id and s.step in (l.state, case l.state when 'applied' then 'returned'
      when 'approved' then 'recalled' else l.state end)), carried.at, l.applied_at) as at) as moved
  left join lateral (select
      sum(a.balance_cents * a.normal_side) filter (where a.code = 'member-deposits') as deposits,
      sum(a.balance_cents * a.normal_side) filter (where a.code = 'share-capital') as share_capital
    from ledger_account a
    where a.member_id = l.member_id and a.code in ('member-deposits', 'share-capital')) as held
    on true`;

const deskRow = z.object({
  id: z.bigint(),
  loan_no: z.string(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  state: z.enum(loanStates),
  principal_cents: bigCents,
  total_cents: bigCents,
  monthly_deduction_cents: bigCents,
  term_months: z.int(),
  /** Null for a loan from before this portal, which was not assessed by a policy. */
  policy_id: z.nullable(z.bigint()),
  cover_cents: bigCents,
  applied_on: z.string(),
  since: z.string(),
  waiting_hours: z.int(),
  months_of_membership: z.int(),
  deposits: bigCents,
  share_capital: bigCents,
  unpaid: bigCents,
  blacklisted: z.boolean(),
  /** The borrower's pledges to others, other debts without guarantors, and guarantees received. */
  pledged: bigCents,
  owed: bigCents,
  guaranteed: bigCents,
  amendment_waits: z.boolean(),
});

export type DeskRow = z.infer<typeof deskRow>;

/** The search in a tab. */
export interface QueueAsked {
  readonly stage: LoanStage;
  readonly order: QueueOrder;
  readonly checks?: "met" | "unmet" | undefined;
  readonly search?: string | undefined;
  /** The row after which the page begins. */
  readonly after?: Cursor | undefined;
}

interface Cursor {
  readonly amount: bigint;
  readonly id: bigint;
}

/** An application with the current verdict of its rules; null once it is decided. */
export interface JudgedRow {
  readonly row: DeskRow;
  readonly judged: Judged | null;
}

export interface QueuePage {
  readonly rows: readonly JudgedRow[];
  /** The last row that was read, if there are more after it. */
  readonly next: Cursor | null;
}

/** The most rows that are judged for one page; rows that a filter leaves out also cost time. */
const JUDGED_ROWS = 300;

/**
 * A page of a tab. The rules are judged here and not in SQL, so that they exist once. A page whose
 * filter leaves few of many may be short or empty, and say that more follows.
 */
export async function queuePage(
  snapshot: Snapshot,
  asked: QueueAsked,
  size: number,
): Promise<QueuePage> {
  const most = asked.checks === undefined ? size : Math.max(size, JUDGED_ROWS);
  const found = await readRows(snapshot, asked, most + 1);
  const judgeOpen = judgeIn(snapshot);
  const rows: JudgedRow[] = [];
  let last: DeskRow | null = null;
  for (const row of found.slice(0, most)) {
    if (rows.length === size) break;
    last = row;
    const found = { row, judged: await judgeOpen(row) };
    if (passes(found, asked.checks)) rows.push(found);
  }
  const goesOn = last !== null && found.at(-1) !== last;
  return { rows, next: goesOn && last ? { amount: last.principal_cents, id: last.id } : null };
}

function passes({ row, judged }: JudgedRow, checks: QueueAsked["checks"]): boolean {
  if (checks === undefined || judged === null) return true;
  const isMet = !["unmet", "member", "guarantors"].includes(verdictOf(judged, row.principal_cents));
  return isMet === (checks === "met");
}

/** The page's parameters come before those of a search. */
const SEARCH_FROM = 4;

async function readRows(snapshot: Snapshot, asked: QueueAsked, limit: number): Promise<DeskRow[]> {
  const { stage, order, after } = asked;
  const search =
    asked.search === undefined ? null : await loanSearch(snapshot, asked.search, SEARCH_FROM);
  const { behind, by } = orders[order];
  const where = [
    tabs[stage],
    after === undefined ? "$1::bigint is null and $2::bigint is null" : behind,
    search === null ? "true" : search.condition,
  ].join(" and ");
  const text = `with page as materialized (
      select l.* from loan l where ${where} order by ${by} limit $3
    )
    select ${deskColumns} from page l ${deskJoins} order by ${by}`;
  const from = [after?.amount ?? null, after?.id ?? null];
  return snapshot.rows({ text, row: deskRow }, [...from, limit, ...(search?.values ?? [])]);
}

/** Judges rows by the policies they were quoted under, each of which is read once. */
function judgeIn(snapshot: Snapshot): (row: DeskRow) => Promise<Judged | null> {
  const policies = new Map<bigint, SetPolicy>();
  return async (row) => {
    const { policy_id: id } = row;
    if (id === null || !isOpen(row.state)) return null;
    const policy = policies.get(id) ?? (await policyOfLoan(snapshot, row));
    if (policy === null) return null;
    policies.set(id, policy);
    return judge(row, policy);
  };
}

/** Whether an application still waits for somebody in the office. */
export function isOpen(state: LoanState): boolean {
  return state === "applied" || state === "approved";
}

const findTabs = statement({
  name: "loan-desk-tabs",
  text: `select l.state as tab, count(*) as count, sum(l.principal_cents)::bigint as amount
      from loan l group by l.state
    union all
    select 'today', count(*), coalesce(sum(l.principal_cents), 0)::bigint
      from loan l where ${tabs["disbursed-today"]}`,
  row: z.object({ tab: z.string(), count: z.bigint(), amount: bigCents }),
});

export type TabRow = z.infer<typeof findTabs.row>;

/** How many loans are in each state, and were paid out today, with their amounts. */
export function tabRows(snapshot: Snapshot): Promise<TabRow[]> {
  return snapshot.rows(findTabs);
}

const findDeskRow = statement({
  name: "loan-desk-row",
  text: `select ${deskColumns} from loan l ${deskJoins} where l.loan_no = $1`,
  row: deskRow,
});

const findPerson = statement({
  name: "loan-desk-person",
  text: `select m.mobile_number, m.joined_on, akiba_today() as today,
      case when paid_at_bank(m.id) then 'bank' when ${goesToPhone("l.principal_cents")}
        then 'phone' else 'office' end as pays_by,
      coalesce((select a.balance_cents from ledger_account a where a.code = 'loan-receivable'
        and a.member_id = m.id and a.reference = l.loan_no), 0)::bigint as owed,
      exists (select from staff s where 'staff:' || s.staff_no = $2 and s.member_id = m.id)
        as is_asker,
      coalesce((select s.taken_by = $2 from loan_step s where s.loan_id = $3
        and s.step = 'approved' order by s.id desc limit 1), false) as approved,
      exists (select from loan_step s where s.loan_id = $3 and s.step = 'amended'
        and akiba_person(s.taken_by) = akiba_person($2)) as amended
    from member m join loan l on l.id = $3 where m.id = $1`,
  row: z.object({
    mobile_number: z.string(),
    pays_by: z.enum(payoutDestinations),
    owed: bigCents,
    joined_on: z.string(),
    today: z.string(),
    is_asker: z.boolean(),
    approved: z.boolean(),
    amended: z.boolean(),
  }),
});

/** The amount of an instalment, and whether it was covered when it fell due. */
const findInstalments = statement({
  name: "loan-desk-instalments",
  text: `select l.loan_no, l.purpose, l.total_cents, a.balance_cents as outstanding,
      i.number, i.due_on, i.amount_cents, i.due_on < akiba_today() as is_past,
      l.total_cents - coalesce((select sum(j.amount_cents) from journal_line j
          join journal_entry e on e.id = j.entry_id
        where j.account_id = a.id and j.value_date <= i.due_on and e.reverses is null
          and not exists (select from journal_entry r where r.reverses = e.id)), 0)
        >= sum(i.amount_cents) over (partition by l.id order by i.number) as on_time
    from loan l
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
      join loan_instalment i on i.loan_id = l.id
    where l.member_id = $1 and l.state = 'disbursed'
    order by l.id, i.number`,
  row: z.object({
    loan_no: z.string(),
    purpose: z.string(),
    total_cents: bigCents,
    outstanding: bigCents,
    number: z.int(),
    due_on: z.string(),
    amount_cents: bigCents,
    is_past: z.boolean(),
    on_time: z.boolean(),
  }),
});

export type InstalmentRow = z.infer<typeof findInstalments.row>;

const guaranteeRow = z.object({
  loan_no: z.string(),
  member_no: z.string(),
  full_name: z.string(),
  amount_cents: bigCents,
  outstanding: bigCents,
});

export type GuaranteeRow = z.infer<typeof guaranteeRow>;

/** Guarantees of loans not paid off: given by a member, or received for their other loans. */
const guaranteesOf = (whose: string, other: string) => `
  select l.loan_no, m.member_no, m.full_name, g.amount_cents,
      coalesce(a.balance_cents, 0)::bigint as outstanding
    from guarantee g join loan l on l.id = g.loan_id join member m on m.id = ${other}
      left join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
    where ${whose} and g.state = 'accepted'
      and l.state in ('applied', 'approved', 'disbursed')
    order by g.id limit 50`;

const findGiven = statement({
  name: "loan-desk-guarantees-given",
  text: guaranteesOf("g.guarantor_id = $1", "l.member_id"),
  row: guaranteeRow,
});
const findHeld = statement({
  name: "loan-desk-guarantees-held",
  text: guaranteesOf("l.member_id = $1 and l.id <> $2", "g.guarantor_id"),
  row: guaranteeRow,
});

const findHistory = statement({
  name: "loan-desk-history",
  text: `select l.loan_no, l.state, l.principal_cents,
      case when l.policy_id is null then l.start_date
        else ${nairobiDay("l.applied_at")} end as applied_on
    from loan l where l.member_id = $1 and l.id <> $2
    order by l.id desc limit 10`,
  row: z.object({
    loan_no: z.string(),
    state: z.enum(loanStates),
    principal_cents: bigCents,
    applied_on: z.string(),
  }),
});

const findRepayments = statement({
  name: "loan-desk-repayments",
  text: `select e.id as entry_id, e.kind, e.value_date, e.receipt_no, -j.amount_cents as amount,
      coalesce(st.full_name, '') as by, coalesce(s.taken_by = $3, false) as yours,
      coalesce(nullif(v.reason, ''), r.narration, '') as reversed_for
    from ledger_account a
      join journal_line j on j.account_id = a.id
      join journal_entry e on e.id = j.entry_id
      left join loan_step s on s.loan_id = $1 and s.entry_id = e.id
      left join staff st on 'staff:' || st.staff_no = s.taken_by
      left join loan_step v on v.reverses = s.id
      left join journal_entry r on r.reverses = e.id
    where a.code = 'loan-receivable' and a.reference = $2 and a.member_id =
        (select member_id from loan where id = $1)
      and j.amount_cents < 0 and e.reverses is null
    order by e.value_date, e.id limit 200`,
  row: z.object({
    entry_id: z.bigint(),
    kind: z.string(),
    value_date: z.string(),
    receipt_no: z.string(),
    amount: bigCents,
    by: z.string(),
    yours: z.boolean(),
    reversed_for: z.string(),
  }),
});

/** All facts for an officer's decision; null if there is no such loan. */
export async function loanFile(snapshot: Snapshot, loanNo: string, requester: string) {
  const row = await snapshot.first(findDeskRow, [loanNo]);
  if (row === null) return null;
  const person = await snapshot.first(findPerson, [row.member_id, requester, row.id]);
  if (person === null) throw new Error(`loan ${loanNo} has no member`);
  const policy = await policyOfLoan(snapshot, row);
  return {
    row,
    person,
    judging: policy && { policy, judged: judge(row, policy) },
    instalments: await snapshot.rows(findInstalments, [row.member_id]),
    given: await snapshot.rows(findGiven, [row.member_id]),
    held: await snapshot.rows(findHeld, [row.member_id, row.id]),
    history: await snapshot.rows(findHistory, [row.member_id, row.id]),
    repayments: await snapshot.rows(findRepayments, [row.id, row.loan_no, requester]),
    waiting: await waitingReceipt(snapshot, row.loan_no, requester),
    owed: person.owed,
    takingBack: await takingBack(snapshot, row.loan_no, requester),
    amendments: await closedAmendmentsOf(snapshot, row.id),
    shown: await shownLoan(snapshot, loanNo),
    today: person.today,
  };
}

export type LoanFile = NonNullable<Awaited<ReturnType<typeof loanFile>>>;
