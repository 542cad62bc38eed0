/** Joins the ledger account of loan `l` as `a`. */
export const accountOfLoan = `ledger_account a on a.code = 'loan-receivable'
    and a.member_id = l.member_id and a.reference = l.loan_no`;

/**
 * Returns the SQL of the instalments of running loans that repayments do not cover in full, each
 * with its unpaid rest. `which` selects them by `n.loan_id`. Repayments cover the oldest instalment
 * first, as `coverInstalments` decides for a loan that is read whole; this SQL does it for many
 * loans at once.
 */
export function uncoveredInstalments(which: string): string {
  return `(
    select s.loan_id, s.member_id, s.number, s.due_on,
      case when s.upto - s.amount_cents > s.paid_cents then s.amount_cents
        else s.upto - s.paid_cents end as owed_cents
    from (
      select n.loan_id, lent.member_id, n.number, n.due_on, n.amount_cents,
        lent.total_cents - owed.balance_cents as paid_cents,
        sum(n.amount_cents) over (partition by n.loan_id order by n.number) as upto
      from loan_instalment n join loan lent on lent.id = n.loan_id and lent.state = 'disbursed'
        join ledger_account owed on owed.code = 'loan-receivable'
          and owed.member_id = lent.member_id and owed.reference = lent.loan_no
          and owed.balance_cents > 0
      where ${which}
    ) s
    where s.upto > s.paid_cents
  )`;
}

/** Whether the rest of instalment `u` is overdue, as `coverInstalments` decides for one loan. */
export const isOverdue = "u.due_on < akiba_today()";

/**
 * The SELECT of each member's amount due in the month that begins on the day $2, less what was paid
 * ahead: member_id and cents. Arrears of earlier months are not part of it.
 */
export const dueInMonth = `select member_id, sum(owed_cents)::bigint as cents
    from ${uncoveredInstalments("true")} u
    where due_on >= $2::date and due_on < $2::date + interval '1 month'
    group by member_id`;

/** The SELECT of the amount of loan `l` due after the month that begins on a day. */
export function dueAfterMonth(month: string): string {
  return `(select coalesce(sum(u.owed_cents), 0)::bigint
    from ${uncoveredInstalments("n.loan_id = l.id")} u
    where u.due_on >= ${month} + interval '1 month')`;
}
