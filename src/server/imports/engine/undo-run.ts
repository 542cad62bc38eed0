import { reverseSelected } from "#server/ledger/journal/reverse-set.ts";
import { settleReversedLoans } from "#server/loans/lending/import-loans.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import {
  obstacleOfRemoving,
  obstacleOfReversing,
  rejectLater,
  rejectLogins,
} from "./undo-obstacles.ts";

const entriesOfRun = `select e.id as entry_id from journal_entry e where e.import_run_id = $1
  and not exists (select from journal_entry v where v.reverses = e.id)`;

/** The progress of undoing, in percent, after loans are locked and after entries are reversed. */
const [HELD, REVERSED] = [10, 85];

/**
 * Undoes everything that the run of an import wrote: every entry is reversed by one that names it,
 * and everything outside the books is removed. Members keep only their number, which reversed
 * entries name. Throws a problem if later data depends on it.
 */
export async function undoRun(
  work: UnitOfWork,
  { runId }: { readonly runId: bigint },
  tell: (percent: number) => void,
): Promise<void> {
  await takeCodes(work, runId);
  await rejectLogins(work, runId);
  await lockLoansOf(work, runId);
  tell(HELD);
  await reverseEntries(work, runId);
  tell(REVERSED);
  await rejectLater(work, runId);
  await settleReversedLoans(work, runId);
  await removeRows(work, runId);
  await work.run("update import_file set is_undone = true where run_id = $1", [runId]);
}

/**
 * Deletes the codes of an import's members, their counts first as a sign-up locks them. If a
 * sign-up has already used its code, this waits for it and then finds its login. A later sign-up
 * finds no code.
 */
async function takeCodes(work: UnitOfWork, runId: bigint): Promise<void> {
  for (const table of ["otp_standing", "otp"]) {
    await work.run(
      `delete from ${table} where member_no in
        (select member_no from member where import_run_id = $1)`,
      [runId],
    );
  }
}

/** Loans before their accounts, as repayments lock them, in the order of their ids. */
async function lockLoansOf(work: UnitOfWork, runId: bigint): Promise<void> {
  await work.run(
    `select from loan where import_run_id = $1 or id in (
        select l.id from journal_entry e join journal_line j on j.entry_id = e.id
          join ledger_account a on a.id = j.account_id and a.code = 'loan-receivable'
          join loan l on l.member_id = a.member_id and l.loan_no = a.reference
        where e.import_run_id = $1)
      order by id for no key update`,
    [runId],
  );
}

async function reverseEntries(work: UnitOfWork, runId: bigint): Promise<void> {
  try {
    await reverseSelected(work, entriesOfRun, [runId]);
  } catch (error) {
    throw obstacleOfReversing(error);
  }
}

async function removeRows(work: UnitOfWork, runId: bigint): Promise<void> {
  try {
    await work.run("select import_undo($1)", [runId]);
    await work.run("select import_forget_members($1)", [runId]);
  } catch (error) {
    throw obstacleOfRemoving(error);
  }
}
