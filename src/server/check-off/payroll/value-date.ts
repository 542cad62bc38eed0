import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { type UnitOfWork, violatedConstraint } from "#server/kernel/platform/database.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";

const problems: Readonly<Record<string, FieldProblem>> = {
  check_off_value_date_ahead: "date.later",
  check_off_value_date_early: "date.early",
  check_off_value_date_closed: "date.closed",
};

/**
 * Writes the value date of a file. The database decides whether it is open; a closed one is
 * rejected beside the field.
 */
export async function onOpenDay<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const problem = problems[violatedConstraint(error) ?? ""];
    if (problem !== undefined) throw fieldProblem("valueDate", problem);
    throw error;
  }
}

/** Lets repayments of loans that were paid out after that day count from the payout. */
export async function datePayoutsFirst(work: UnitOfWork): Promise<void> {
  await work.run(`update staged_line s set value_date = paid.start_date
    from (
      select r.position, l.start_date from staged_line r join loan l on l.loan_no = r.reference
      where r.code = 'loan-receivable' and l.start_date > r.value_date
    ) paid
    where s.position = paid.position`);
}
