import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { followSettlements } from "./guarantees.ts";

/** A SELECT of `loan_id` and `amount_cents`, with several rows of one loan allowed. */
interface SelectedRepayments {
  readonly text: string;
  readonly values: readonly bigint[];
}

/** Locks the loans before their accounts, as a single repayment does, in the order of their ids. */
export async function lockLoans(work: UnitOfWork, selected: SelectedRepayments): Promise<void> {
  await work.run(
    `select from loan where id in (select loan_id from (${selected.text}) s)
      order by id for no key update`,
    selected.values,
  );
}

/** Locks the loan of a number, if there is one, before its balance is read. */
export async function lockLoan(work: UnitOfWork, loanNo: string): Promise<void> {
  await work.run("select from loan where loan_no = $1 for no key update", [loanNo]);
}

const settled = (text: string) => statement({ text, row: z.object({ loan_no: z.string() }) });

/**
 * Settles the loans that posted repayments paid off, and reopens those with a balance after a
 * reversal, as `settleByBalance` does for a few. Notifies their guarantors; the caller notifies the
 * messenger.
 */
export async function settleSelected(
  work: UnitOfWork,
  selected: SelectedRepayments,
): Promise<void> {
  const moved = await work.rows(
    settled(`update loan l
      set state = case when a.balance_cents > 0 then 'disbursed' else 'settled' end
      from (select distinct loan_id from (${selected.text}) s) paid, ledger_account a
      where l.id = paid.loan_id and a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no and l.state in ('disbursed', 'settled')
        and (a.balance_cents > 0) <> (l.state = 'disbursed')
      returning l.loan_no`),
    selected.values,
  );
  const loanNos = moved.map(({ loan_no }) => loan_no);
  if (loanNos.length > 0) await followSettlements(work, loanNos, () => {});
}

/** Records the repayments in the steps of each instant loan, and the settlement. */
export async function recordRepaidSteps(
  work: UnitOfWork,
  selected: SelectedRepayments,
): Promise<void> {
  const by = `$${selected.values.length + 1}`;
  const paid = `select loan_id, sum(amount_cents) as cents from (${selected.text}) s group by 1`;
  await work.run(
    `with paid as (${paid})
      insert into loan_step (loan_id, step, taken_by, amount_cents)
      select l.id, s.step, ${by}, case s.step when 'repaid' then p.cents end
      from paid p join loan l on l.id = p.loan_id
        cross join (values (1, 'repaid'), (2, 'settled')) as s (place, step)
      where l.policy_id is not null and (s.step = 'repaid' or l.state = 'settled')
      order by l.id, s.place`,
    [...selected.values, work.actor],
  );
}

/** The person, time and reason of the reversed record. */
interface TakenBack {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

/**
 * Records in the steps of each instant loan that the entry of `recordRepaidSteps` was reversed, so
 * that a running loan does not appear paid off.
 */
export async function recordReversedSteps(
  work: UnitOfWork,
  selected: SelectedRepayments,
  { by, at, reason }: TakenBack,
): Promise<void> {
  const place = selected.values.length;
  const paid = `select loan_id, sum(amount_cents) as cents from (${selected.text}) s group by 1`;
  await work.run(
    `insert into loan_step (loan_id, step, taken_by, reason, amount_cents, reverses, recorded_by)
      select s.loan_id, 'reversed', $${place + 1}, $${place + 4}, s.amount_cents, s.id, s.taken_by
      from (${paid}) p cross join lateral (
        select * from loan_step r where r.loan_id = p.loan_id and r.step = 'repaid'
          and r.entry_id is null and r.receipt_no = '' and r.amount_cents = p.cents
          and r.taken_by = $${place + 2} and r.taken_at = $${place + 3}::timestamptz
          and not exists (select from loan_step v where v.reverses = r.id)
        order by r.id desc limit 1
      ) s order by s.loan_id`,
    [...selected.values, work.actor, by, at, reason],
  );
}
