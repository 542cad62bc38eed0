import * as z from "zod/mini";
import { type JobName, jobNames } from "#shared/jobs.ts";
import { type Database, type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { isOverdue, jobsWithLimits, MIN_MINUTES, overdueLimits } from "./overdue-jobs.ts";

const findStandings = statement({
  name: "job-standings",
  text: `select job.name, started_at, failures,
      case when ${isOverdue} then 'overdue'
        when ended_at is null and known_since = 'infinity' then 'off'
        when running_since is not null and lease_until > akiba_now() then 'running'
        else coalesce(result, 'never') end as state,
      coalesce(extract(epoch from ended_at - started_at) * 1000, 0)::int as milliseconds
    from ${jobsWithLimits} order by due.at`,
  row: z.object({
    name: z.enum(jobNames),
    started_at: z.nullable(z.date()),
    failures: z.int(),
    state: z.enum(["overdue", "running", "succeeded", "failed", "never", "off"]),
    milliseconds: z.int(),
  }),
});

export type JobStanding = z.infer<typeof findStandings.row>;

/**
 * Forgets the runs of jobs for which this program is not configured, once they have not run for
 * long: a backup that was switched off, or payouts that go by file again, must not stay overdue
 * forever.
 */
export async function forgetUnused(database: Database, used: readonly JobName[]): Promise<void> {
  const unused = jobNames.filter((name) => !used.includes(name));
  await database.oneWrite("jobs", forget, [unused]);
}

const forget = statement({
  name: "job-forget-unused",
  text: `update job set known_since = 'infinity', unended_since = null, started_at = null,
      ended_at = null, result = null, failures = 0
    where name = any($1::text[]) and lease_until < akiba_now()
      and ended_at < akiba_now() - interval '${MIN_MINUTES} minutes' returning name`,
  row: z.object({ name: z.string() }),
});

/**
 * Counts a newly configured job from now on: if it hangs in its first run, which records nothing,
 * it becomes overdue like any other job that does not end.
 */
export async function expectUsed(database: Database, used: readonly JobName[]): Promise<void> {
  await database.oneWrite("jobs", expect, [used]);
}

const expect = statement({
  name: "job-expect-used",
  text: `update job set known_since = akiba_now()
    where name = any($1::text[]) and known_since = 'infinity' returning name`,
  row: z.object({ name: z.string() }),
});

/** Returns each job with how its last run ended. */
export function jobStandings(snapshot: Snapshot): Promise<JobStanding[]> {
  return snapshot.rows(findStandings, overdueLimits());
}
