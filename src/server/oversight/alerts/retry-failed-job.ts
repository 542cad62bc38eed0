import type { JobSchedule } from "#shared/jobs.ts";

/** A failed job waits for its interval, but not longer than this. */
const RETRY_SECONDS = 600;
/** A weekly job takes long, and the cause of its failure rarely passes in minutes. */
const WEEKLY_RETRY_SECONDS = 24 * 3600;

/** Returns after how many seconds a failed job is tried again. */
export function retrySeconds(schedule: JobSchedule, interval: number): number {
  if (schedule === "weekly") return WEEKLY_RETRY_SECONDS;
  return Math.min(interval, RETRY_SECONDS);
}
