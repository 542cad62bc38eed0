import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** The first half of the advisory lock key of a run; the second half is its number. */
const RUN_LOCK = 20_077;

const lockRun = statement({
  name: "ledger-run",
  text: `select pg_try_advisory_xact_lock(${RUN_LOCK}, $1::int) as locked`,
  row: z.object({ locked: z.boolean() }),
});

/**
 * Begins a run that posts for everybody and may take minutes. Throws `in-progress` while the same
 * run is in progress elsewhere. A crash releases it and undoes all that it wrote.
 */
export async function beginRun(work: UnitOfWork, number: number): Promise<void> {
  if (!(await work.first(lockRun, [number]))?.locked) throw new Problem("in-progress");
  await work.takeTime();
}

/**
 * Makes the progress of the run visible to others before it commits: it is written outside the
 * transaction.
 */
export async function reportProgress(work: UnitOfWork, done: number): Promise<void> {
  await work.run("select setval('dividend_progress', $1)", [done]);
}

/**
 * A SELECT without a table: the progress of the latest run, and whether one of a number is running.
 */
export const progressColumns = (number: string): string => `
  (select last_value::int from dividend_progress) as done,
  exists (select from pg_locks where locktype = 'advisory' and classid = ${RUN_LOCK}
    and objid = (${number})::int::oid and granted
    and database = (select oid from pg_database where datname = current_database())
  ) as is_running`;
