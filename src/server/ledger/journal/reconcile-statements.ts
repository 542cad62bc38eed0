/**
 * The check of the bank and of M-Pesa against their imported statements. Open items are no fault:
 * they are on the reconciliation statement, and a month does not close over them unseen. These are
 * faults: a statement whose lines do not lead from its opening to its closing balance, a confirmed
 * match of two sums, and a receipt of M-Pesa with another amount in the books.
 */
export const statementCheck = `
  select s.account || ' statement ' || s.id as subject, s.closing_cents::text as expected,
    (r.opening_cents + lines.cents)::text as found
  from bank_statement s join reconciled_account r on r.account = s.account
    cross join lateral (select coalesce(sum(l.amount_cents), 0) as cents
      from bank_statement_line l where l.account = s.account and l.day <= s.to_day) lines
  where s.to_day < (s.loaded_at at time zone 'Africa/Nairobi')::date
    and r.opening_cents + lines.cents <> s.closing_cents
  union all
  select m.account || ' match ' || m.id, sums.line_cents::text, sums.entry_cents::text
  from bank_match m cross join lateral bank_match_sums(array[m.id]) sums
  where m.state = 'confirmed' and sums.line_cents <> sums.entry_cents
  union all
  select 'receipt ' || e.receipt_no, told.amounts, j.amount_cents::text
  from ledger_account a
    join journal_line j on j.account_id = a.id
    join journal_entry e on e.id = j.entry_id and e.receipt_no <> ''
    cross join lateral (
      select string_agg(l.amount_cents::text, ', ' order by l.id) as amounts,
        sum(l.amount_cents) as cents, bool_or(l.amount_cents = j.amount_cents) as is_told
      from bank_statement_line l
      where l.account = a.code and l.receipt_no = e.receipt_no
    ) told
  where a.code = 'mobile-money' and a.member_id is null and e.kind <> 'reversal'
    and told.cents is not null and not told.is_told and told.cents <> j.amount_cents
    and not exists (select from journal_entry v where v.reverses = e.id)
    and not exists (select from bank_match_entry x join bank_match m on m.id = x.match_id
      where x.account = a.code and x.entry_id = e.id and m.state = 'confirmed')`;
