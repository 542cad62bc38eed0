import { nairobiDay } from "#server/kernel/platform/nairobi.ts";

/**
 * The check of the bank and of M-Pesa against their imported statements. Open items are not
 * reported: they are on the reconciliation statement, and a month cannot be closed without showing
 * them. It reports: a statement whose lines do not lead from its opening to its closing balance; a
 * confirmed match whose sides have different sums or that has fewer than two items; and an M-Pesa
 * receipt that the books have with a different amount, or more often than the statement.
 */
export const statementCheck = `
  select s.account || ' statement ' || s.id as subject, s.closing_cents::text as expected,
    (r.opening_cents + lines.cents)::text as found
  from bank_statement s join reconciled_account r on r.account = s.account
    cross join lateral (select coalesce(sum(l.amount_cents), 0) as cents
      from bank_statement_line l where l.account = s.account and l.day <= s.to_day) lines
  where s.to_day < ${nairobiDay("s.loaded_at")}
    and r.opening_cents + lines.cents <> s.closing_cents
  union all
  select m.account || ' match ' || m.id,
    case when sums.items < 2 then 'two items' else sums.line_cents::text end,
    case when sums.items < 2 then sums.items::text else sums.entry_cents::text end
  from bank_match m cross join lateral bank_match_sums(array[m.id]) sums
  where m.state = 'confirmed' and (sums.line_cents <> sums.entry_cents or sums.items < 2)
  union all
  select 'receipt ' || booked.receipt_no, told.amounts,
    case when booked.entries > 1 then booked.entries || ' times ' else '' end || booked.cents
  from (
    select a.code, e.receipt_no, j.amount_cents as cents, count(distinct e.id) as entries,
      bool_or(m.id is null) as is_open
    from ledger_account a
      join journal_line j on j.account_id = a.id
      join journal_entry e on e.id = j.entry_id and e.receipt_no <> ''
      left join bank_match_entry x on x.account = a.code and x.entry_id = e.id
      left join bank_match m on m.id = x.match_id and m.state = 'confirmed'
    where a.code = 'mobile-money' and a.member_id is null and e.kind <> 'reversal'
      and not exists (select from journal_entry v where v.reverses = e.id)
    group by 1, 2, 3
  ) booked cross join lateral (
    select string_agg(l.amount_cents::text, ', ' order by l.id) as amounts,
      sum(l.amount_cents) as cents,
      count(*) filter (where l.amount_cents = booked.cents) as lines
    from bank_statement_line l
    where l.account = booked.code and l.receipt_no = booked.receipt_no
  ) told
  where booked.is_open and told.cents is not null
    and booked.entries > greatest(told.lines, (told.cents = booked.cents)::int)`;
