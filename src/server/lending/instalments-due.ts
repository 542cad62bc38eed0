/**
 * The instalments of loan `l` that what was repaid does not cover whole, the oldest first; in SQL,
 * to stand in a `from`. `a` is the loan's ledger account. Repayments cover the oldest instalment
 * first, as on the loan's page.
 */
export const uncoveredInstalments = `(
    select i.number, i.due_on, least(i.amount_cents, i.upto - (l.total_cents - a.balance_cents))
      as owed_cents
    from (
      select n.number, n.due_on, n.amount_cents,
        sum(n.amount_cents) over (order by n.number) as upto
      from loan_instalment n where n.loan_id = l.id
    ) i
    where i.upto > l.total_cents - a.balance_cents
  )`;

/** Joins the ledger account of loan `l` as `a`. */
export const accountOfLoan = `ledger_account a on a.code = 'loan-receivable'
    and a.member_id = l.member_id and a.reference = l.loan_no`;
