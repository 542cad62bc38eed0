import * as z from "zod/mini";
import {
  type Snapshot,
  sqlState,
  statement,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

// Everything that prevents the undoing of a posted import is decided here.

/** Rejects an import of a version that did not mark what it wrote. */
export function rejectUntracked({ is_tracked }: { readonly is_tracked: boolean }): void {
  if (!is_tracked) throw new Problem("import-untracked");
}

const countLogins = statement({
  text: `select count(*)::int as many from member m join login l on l.member_id = m.id
    where m.import_run_id = $1`,
  row: z.object({ many: z.int() }),
});

/** Rejects the undoing if members created by the import have a login by now. */
export async function rejectLogins(snapshot: Snapshot, runId: bigint): Promise<void> {
  const count = (await snapshot.first(countLogins, [runId]))?.many ?? 0;
  if (count > 0) throw new Problem("import-logins", { values: { count } });
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

/** Rejects the undoing if others have entries on accounts that the import opened. */
export async function rejectLater(snapshot: Snapshot, runId: bigint): Promise<void> {
  const count = (await snapshot.first(countLater, [runId]))?.many ?? 0;
  if (count > 0) throw new Problem("import-later", { values: { count } });
}

/** Returns the problem if money that the import brought was spent; any other error as it is. */
export const obstacleOfReversing = (error: unknown): unknown =>
  violatedConstraint(error) === "ledger_account_floor" ? new Problem("import-spent") : error;

const FOREIGN_KEY_VIOLATION = "23503";

/** Returns the problem if a later row depends on one of the import; any other error as it is. */
export function obstacleOfRemoving(error: unknown): unknown {
  const isNeeded =
    violatedConstraint(error) === "import_loan_balance" ||
    sqlState(error) === FOREIGN_KEY_VIOLATION;
  return isNeeded ? new Problem("import-later", { values: { count: 1 } }) : error;
}
