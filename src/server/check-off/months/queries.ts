import * as z from "zod/mini";
import { monthStates } from "#shared/contract/check-off/own-months.ts";
import { isCompared } from "#server/check-off/payroll/compared-parts.ts";
import { isOverdue, uncoveredInstalments } from "#server/loans/lending/instalments-due.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { judged } from "./month-states-sql.ts";

const MONTHS = 24;

/** The accounts that check-off credits for a member; suspense belongs to nobody yet. */
const credited = `('loan-receivable', 'member-deposits', 'share-capital', 'membership-fees',
  'welfare-fund', 'insurance-premiums')`;

/** The kinds of entry of check-off on a member's accounts, from a file here or from an import. */
const byCheckOff = `('loan-repaid-by-check-off', 'deposit-by-check-off',
  'share-capital-by-check-off')`;

/**
 * The amounts in the ledger for the member, by month and destination: the entries of parts, of
 * placements out of suspense and of imports, with those that reversed them. An import has no month,
 * so its value date decides.
 */
const received = `select p.month, p.destination, -sum(l.amount_cents)::bigint as cents
  from (
    select b.month, p.destination, s.entry_id
    from me join check_off_part p on p.member_id = me.id
      join check_off_posting s using (batch_id, row_no, part_no)
      join check_off_batch b on b.id = p.batch_id
    union all
    select b.month, r.destination, r.entry_id
    from me join check_off_release r on r.member_id = me.id
      join check_off_batch b on b.id = r.batch_id
    union
    select date_trunc('month', e.value_date)::date, case a.code when 'loan-receivable' then 'loan'
        when 'member-deposits' then 'deposits' else 'share-capital' end, e.id
    from me join ledger_account a on a.member_id = me.id
        and a.code in ('loan-receivable', 'member-deposits', 'share-capital')
      join journal_line l on l.account_id = a.id
      join journal_entry e on e.id = l.entry_id and e.kind in ${byCheckOff}
    where not exists (select from check_off_posting s where s.entry_id = e.id)
  ) p
    cross join lateral (
      select id from journal_entry where id = p.entry_id
      union all select id from journal_entry where reverses = p.entry_id
    ) e
    join journal_line l on l.entry_id = e.id
    join ledger_account a on a.id = l.account_id and a.code in ${credited}
  group by p.month, p.destination`;

/** The member, with the month in which they joined. */
const me = `select id, date_trunc('month', joined_on)::date as joined
  from member where member_no = $1`;

/** The first posted file of each month, and whether a file of it waits to be posted. */
const files = `select month, min(id) filter (where state = 'posted') as first_id,
    bool_or(state = 'prepared') as waits
  from check_off_batch where state in ('prepared', 'posted') group by month`;

/** The months shown: from the first that was posted or advised, to this one. */
const months = `select g.month::date as month
  from (
    select min(month) as first from (
      select month from files where first_id is not null
      union all select month from check_off_advice
    ) k
  ) k cross join lateral generate_series(
    greatest(k.first, date_trunc('month', akiba_today()) - $2::int * interval '1 month'),
    date_trunc('month', akiba_today()), interval '1 month') as g (month)
  where k.first is not null`;

/**
 * The amount expected for the member in each month: from its first posted file or, before that,
 * from the advice to the employer. Null while there is neither.
 */
const expected = `select m.month, f.first_id is not null as is_judged,
    coalesce(f.waits, false) as waits, m.month < me.joined as is_before,
    c.member_id is not null as has_agreed, b.value_date,
    case when f.first_id is not null
        then coalesce(e.amount_cents, 0) + coalesce(c.amount_cents, 0)
      when a.month is not null
        then coalesce(v.loans_cents, 0) + coalesce(v.contribution_cents, 0) end as cents
  from months m cross join me left join files f on f.month = m.month
    left join check_off_batch b on b.id = f.first_id
    left join check_off_expected e on e.batch_id = f.first_id and e.member_id = me.id
    left join check_off_expected_contribution c
      on c.batch_id = f.first_id and c.member_id = me.id
    left join check_off_advice a on a.month = m.month
    left join check_off_advice_line v on v.month = m.month and v.member_id = me.id`;

/** The day on which the first instalment of each month is due, of the loans that were paid out. */
const due = `select date_trunc('month', n.due_on)::date as month, min(n.due_on) as first_on
  from me join loan l on l.member_id = me.id and l.state in ('disbursed', 'settled')
    join loan_instalment n on n.loan_id = l.id
  group by 1`;

/** The instalments of each month that are overdue, as on the pages of the loans. */
const overdue = `select date_trunc('month', u.due_on)::date as month, sum(u.owed_cents) as cents
  from ${uncoveredInstalments(
    "n.loan_id in (select l.id from loan l join me on l.member_id = me.id)",
  )} u
  where ${isOverdue} group by 1`;

/** The sum received for some destinations in a month. */
const receivedFor = (condition: string) => `coalesce(sum(r.cents) filter (where ${condition}), 0)`;

/** Each month with what was received, by destination, and the part that is compared. */
const summed = `select x.month, x.is_judged, x.waits, x.is_before, x.cents as asked,
    x.value_date, coalesce(sum(r.cents), 0) as received,
    ${receivedFor("r.destination = 'loan'")} as loans,
    ${receivedFor("r.destination = 'deposits'")} as deposits,
    ${receivedFor("r.destination = 'share-capital'")} as share_capital,
    ${receivedFor("r.destination in ('fees', 'welfare', 'insurance')")} as other,
    ${receivedFor(isCompared("r.destination", "x.has_agreed"))} as compared
  from expected x left join received r using (month)
  group by x.month, x.is_judged, x.waits, x.is_before, x.cents, x.value_date, x.has_agreed`;

/**
 * Each month with the amount expected and the day on which it is due: that of the first instalment,
 * or the month's last. If money arrived without a requested amount, such as by an import, the
 * overdue instalments are expected in addition.
 */
const compared = `select s.*,
    d.first_on, coalesce(d.first_on, (s.month + interval '1 month - 1 day')::date) as due_on,
    coalesce(s.asked, case when s.received > 0 then s.compared + o.cents end) as expected
  from summed s left join due d using (month) left join overdue o using (month)`;

/**
 * Something is missing since its instalment was due, as on the loan's page. Before that day, and if
 * no instalment was due, it is missing since the file that should have contained it.
 */
const findMonths = statement({
  name: "check-off-months",
  text: `with me as (${me}), files as (${files}), months as (${months}),
      received as (${received}), expected as (${expected}), summed as (${summed}),
      due as (${due}), overdue as (${overdue}), compared as (${compared}), judged as (${judged})
    select to_char(month, 'YYYY-MM-DD') as month, state,
      (case when state <> 'not-member' then expected end)::bigint as expected,
      received::bigint, loans::bigint, deposits::bigint, share_capital::bigint, other::bigint,
      (case when state in ('short', 'missing') then expected - compared else 0 end)::bigint
        as missing,
      case when state not in ('short', 'missing') then ''
        when first_on < akiba_today() then first_on::text
        else least(value_date, due_on)::text end as since
    from judged order by month desc`,
  row: z.object({
    month: z.string(),
    state: z.enum(monthStates),
    expected: z.nullable(bigCents),
    received: bigCents,
    loans: bigCents,
    deposits: bigCents,
    share_capital: bigCents,
    other: bigCents,
    missing: bigCents,
    since: z.string(),
  }),
});

/** The check-off of one month for a member. */
export type MonthRow = z.infer<typeof findMonths.row>;

/** Returns the check-off of the last two years for a member, the newest month first. */
export function monthsOf(snapshot: Snapshot, { memberNo }: MemberScope): Promise<MonthRow[]> {
  return snapshot.rows(findMonths, [memberNo, MONTHS - 1]);
}
