import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** The first half of the key of the lock that a run is held by; the second is its number. */
const RUN_LOCK = 20_077;

const lockRun = statement({
  name: "ledger-run",
  text: `select pg_try_advisory_xact_lock(${RUN_LOCK}, $1::int) as locked`,
  row: z.object({ locked: z.boolean() }),
});

/**
 * Begins a run that posts for everybody and may take minutes; refuses with `in-progress` while
 * somebody is at the same one. A crash lets go of it with all that it wrote.
 */
export async function beginRun(work: UnitOfWork, number: number): Promise<void> {
  if (!(await work.first(lockRun, [number]))?.locked) throw new Problem("in-progress");
  await work.takeTime();
}

/** Tells others how far the run is, though nothing of it is kept yet: no transaction holds this. */
export async function tellProgress(work: UnitOfWork, done: number): Promise<void> {
  await work.run("select setval('dividend_progress', $1)", [done]);
}

/** As a SELECT over no table: how far the latest run is, and whether one of a number goes on. */
export const progressColumns = (number: string): string => `
  (select last_value::int from dividend_progress) as done,
  exists (select from pg_locks where locktype = 'advisory' and classid = ${RUN_LOCK}
    and objid = (${number})::int::oid and granted
    and database = (select oid from pg_database where datname = current_database())
  ) as is_running`;
