import type pg from "pg";

/** Makes every job one that no instance has run or holds. */
export async function forgetJobs(owner: pg.Client): Promise<void> {
  await owner.query(`update job set runner = '', lease_until = '-infinity', running_since = null,
    started_at = null, ended_at = null, result = null, failures = 0,
    unended_since = null`);
}
