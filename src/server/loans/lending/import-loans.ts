import { openSelectedAccounts } from "#server/ledger/journal/import-journal.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** Makes the temporary tables in which loans, guarantees and withdrawable accounts are staged. */
export async function openLoanImport(work: UnitOfWork): Promise<void> {
  await work.run(`create temporary table staged_loan (
      file smallint, row integer, loan_no text, member_no text, category text, purpose text,
      principal_cents bigint, fee_cents bigint, total_cents bigint,
      monthly_deduction_cents bigint, term_months smallint, start_date date, first_due_on date,
      end_date date
    ) on commit drop`);
  await work.run(`create temporary table staged_guarantee (
      file smallint, row integer, loan_no text, member_no text, amount_cents bigint, level text,
      given_on date, released_on date
    ) on commit drop`);
  await work.run(`create temporary table staged_withdrawable (
      file smallint, row integer, acc_no text, member_no text, opened_on date
    ) on commit drop`);
}

/** The due day of instalment `number` of a staged loan `s`. */
function dueOn(number: string): string {
  return `(coalesce(s.first_due_on, (s.start_date + interval '1 month')::date)
    + make_interval(months => ${number} - 1))::date`;
}

/** The day of the last instalment of a staged loan `s`, in SQL. */
export const lastDueOn = dueOn("s.term_months::int");

/**
 * Writes the staged loans with their schedules, guarantees and accounts, as part of an import's
 * run.
 */
export async function writeImportedLoans(work: UnitOfWork, runId: bigint): Promise<void> {
  await work.run(
    `insert into loan (loan_no, member_id, category, purpose, principal_cents,
      fee_cents, total_cents, monthly_deduction_cents, term_months, state, start_date, end_date,
      import_run_id)
    select s.loan_no, m.id, s.category, s.purpose, s.principal_cents, s.fee_cents, s.total_cents,
      s.monthly_deduction_cents, s.term_months, 'disbursed', s.start_date, ${lastDueOn},
      $1
    from staged_loan s join member m using (member_no)
    order by s.file, s.row`,
    [runId],
  );
  await work.run(`insert into loan_instalment (loan_id, number, due_on, amount_cents)
    select l.id, n, ${dueOn("n")},
      case when n < s.term_months then s.monthly_deduction_cents
        else s.total_cents - s.monthly_deduction_cents * (s.term_months - 1) end
    from staged_loan s join loan l using (loan_no)
      cross join lateral generate_series(1, s.term_months::int) as n`);
  await work.run(
    `insert into guarantee
      (loan_id, guarantor_id, amount_cents, level, given_on, released_on, state, import_run_id)
    select l.id, m.id, g.amount_cents, g.level, coalesce(g.given_on, l.start_date, akiba_today()),
      g.released_on, case when g.released_on is null then 'accepted' else 'released' end, $1
    from staged_guarantee g join loan l using (loan_no) join member m using (member_no)
    order by g.file, g.row`,
    [runId],
  );
  await openSelectedAccounts(
    work,
    `select 'loan-receivable' as code, m.id as member_id, s.loan_no as reference,
        s.start_date as opened_on
      from staged_loan s join member m using (member_no)
      union all
      select 'withdrawable-deposits', m.id, w.acc_no, w.opened_on
      from staged_withdrawable w join member m using (member_no)`,
    runId,
  );
}

/**
 * Settles imported loans without a balance, and those that its repayments paid off. Their
 * guarantors are released with them; as this is history, nobody is notified.
 */
export async function settleImportedLoans(work: UnitOfWork): Promise<void> {
  await work.run(`with touched as (
      select loan_no from staged_loan
      union
      select e.account from staged_entry e join import_side s using (kind)
      where s.code = 'loan-receivable'
    )
    update loan l set state = case when a.balance_cents > 0 then 'disbursed' else 'settled' end
    from ledger_account a, touched t
    where t.loan_no = l.loan_no and a.code = 'loan-receivable' and a.member_id = l.member_id
      and a.reference = l.loan_no and l.state in ('disbursed', 'settled')
      and (a.balance_cents > 0) <> (l.state = 'disbursed')`);
}

/**
 * Returns loans that an import repaid to the state of their balance, once its entries are reversed;
 * the import's own loans are removed with it.
 */
export async function settleReversedLoans(work: UnitOfWork, runId: bigint): Promise<void> {
  await work.run(
    `update loan l set state = case when a.balance_cents > 0 then 'disbursed' else 'settled' end
      from ledger_account a
      where a.code = 'loan-receivable' and a.member_id = l.member_id and a.reference = l.loan_no
        and l.import_run_id is distinct from $1 and l.state in ('disbursed', 'settled')
        and (a.balance_cents > 0) <> (l.state = 'disbursed')
        and exists (select from journal_line j join journal_entry e on e.id = j.entry_id
          where j.account_id = a.id and e.import_run_id = $1)`,
    [runId],
  );
}
