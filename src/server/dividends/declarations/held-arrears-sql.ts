/**
 * Holds the arrears of members from their gross share of the dividend $1: the instalments that were
 * due when the books closed and are unpaid now, the oldest loan's first, as SQL.
 */
export const holdArrearsInSql = `with owed as (
    select l.member_id, l.id as loan_id, e.gross_cents, least(a.balance_cents,
      greatest(0, due.cents - (l.total_cents - a.balance_cents))) as cents
    from dividend d join dividend_entitlement e on e.dividend_id = d.id
      join loan l on l.member_id = e.member_id and l.state = 'disbursed'
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no and a.balance_cents > 0
      cross join lateral (
        select coalesce(sum(i.amount_cents), 0) as cents from loan_instalment i
        where i.loan_id = l.id and i.due_on <= d.books_closed_on
      ) due
    where d.id = $1
  ), up_to as (
    select *, sum(cents) over (partition by member_id order by loan_id) - cents as before
    from owed where cents > 0
  )
  insert into dividend_held (dividend_id, member_id, loan_id, amount_cents)
    select $1, member_id, loan_id, least(cents, gross_cents - before)
    from up_to where gross_cents > before`;
