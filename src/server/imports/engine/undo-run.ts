import * as z from "zod/mini";
import { reverseSelected } from "#server/ledger/journal/reverse-set.ts";
import { settleReversedLoans } from "#server/loans/lending/import-loans.ts";
import {
  type Snapshot,
  sqlState,
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

const countLogins = statement({
  text: `select count(*)::int as many from member m join login l on l.member_id = m.id
    where m.import_run_id = $1`,
  row: z.object({ many: z.int() }),
});

/** How many members created by an import have a login by now. */
async function loginsOf(snapshot: Snapshot, runId: bigint): Promise<number> {
  return (await snapshot.first(countLogins, [runId]))?.many ?? 0;
}

const countLater = statement({
  text: `with of_run as (
      select e.id, coalesce(o.import_run_id, e.import_run_id) as run_id
      from ledger_account a join journal_line l on l.account_id = a.id
        join journal_entry e on e.id = l.entry_id left join journal_entry o on o.id = e.reverses
      where a.import_run_id = $1
    )
    select count(distinct id)::int as many from of_run
    where run_id is distinct from $1 and not exists (
      select from import_batch b where b.run_id = of_run.run_id and b.state = 'undone')`,
  row: z.object({ many: z.int() }),
});

/** How many entries of others are on accounts that an import opened. */
async function laterEntries(snapshot: Snapshot, runId: bigint): Promise<number> {
  return (await snapshot.first(countLater, [runId]))?.many ?? 0;
}

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
  const logins = await loginsOf(work, runId);
  if (logins > 0) throw new Problem("import-logins", { values: { count: logins } });
  await lockLoansOf(work, runId);
  tell(HELD);
  await reverseEntries(work, runId);
  tell(REVERSED);
  const later = await laterEntries(work, runId);
  if (later > 0) throw new Problem("import-later", { values: { count: later } });
  await settleReversedLoans(work, runId);
  await takeBack(work, runId);
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
    if (violatedConstraint(error) === "ledger_account_floor") throw new Problem("import-spent");
    throw error;
  }
}

const FOREIGN_KEY_VIOLATION = "23503";

async function takeBack(work: UnitOfWork, runId: bigint): Promise<void> {
  try {
    await work.run("select import_undo($1)", [runId]);
    await work.run("select import_forget_members($1)", [runId]);
  } catch (error) {
    const stands = violatedConstraint(error) === "import_loan_balance";
    if (stands || sqlState(error) === FOREIGN_KEY_VIOLATION) {
      throw new Problem("import-later", { values: { count: 1 } });
    }
    throw error;
  }
}
