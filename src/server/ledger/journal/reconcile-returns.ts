/**
 * The check of returned payouts. It reports: a return whose line or entry has a different amount;
 * one whose payout still counts as paid by that receipt; one whose line is matched with another
 * entry; an entry of a return that was never recorded; and a returned payment of a file for the
 * bank without such an entry.
 */
export const payoutReturnCheck = `
  with returned as (
    select p.reference, p.amount_cents, p.state, p.receipt_no as paid_by, r.receipt_no,
      r.entry_id, l.match_id, l.amount_cents as line_cents,
      coalesce((select sum(j.amount_cents) from journal_line j
          join ledger_account a on a.id = j.account_id
        where j.entry_id = r.entry_id and a.code = l.account and a.member_id is null
          and not exists (select from journal_entry v where v.reverses = r.entry_id)), 0)
        as entry_cents
    from payout_return r join payout p on p.id = r.payout_id
      join bank_statement_line l on l.id = r.line_id
  ), elsewhere as (
    select r.reference, r.match_id, r.entry_id from returned r
      join bank_match m on m.id = r.match_id and m.state = 'confirmed'
    where not exists (select from bank_match_entry e
      where e.match_id = r.match_id and e.entry_id = r.entry_id)
  )
  select 'return of payout ' || reference as subject, amount_cents::text as expected,
    case when line_cents <> amount_cents then line_cents else entry_cents end::text as found
  from returned where line_cents <> amount_cents or entry_cents <> amount_cents
  union all
  select 'return of payout ' || reference, 'not paid by ' || receipt_no, 'paid by ' || paid_by
  from returned where state = 'paid' and paid_by = receipt_no
  union all
  select 'return of payout ' || reference, 'entry ' || entry_id, 'match ' || match_id from elsewhere
  union all
  select 'entry ' || e.id, 'a return', 'none' from journal_entry e
  where e.kind in ('payout-returned-by-bank', 'payout-returned-by-mpesa')
    and e.actor like 'staff:%' and not exists (select from payout_return r where r.entry_id = e.id)
  union all
  select 'bank file ' || l.file_id || ' line ' || l.line_no, 'a return', 'none' from eft_line l
  where l.state = 'bounced' and not exists (select from payout_return r
    where r.payout_id = l.payout_id and r.receipt_no = l.bank_reference)`;
