/** The hour in Nairobi from which jobs of the night run. */
export const NIGHT_HOUR = 2;

/**
 * The automatic jobs and their intervals: in minutes, once a night or a week from the hour of the
 * night, or all the time in every instance, for workers that claim due rows one by one.
 */
export const jobSchedules = {
  sweep: 10,
  "missed-deductions": 60,
  "case-deadlines": 60,
  "contact-changes": 1,
  withdrawals: 1,
  "standing-transfers": 60,
  retention: 24 * 60,
  "staff-identity": 24 * 60,
  reconciler: "nightly",
  "audit-check": "nightly",
  backup: "nightly",
  "backup-proof": "weekly",
  watch: 1,
  outbox: "always",
  payouts: "always",
  "payout-questions": "always",
  prompts: "always",
  "pay-in-reversals": "always",
} as const satisfies Readonly<Record<string, JobSchedule>>;

export type JobSchedule = number | "nightly" | "weekly" | "always";

export type JobName = keyof typeof jobSchedules;

/**
 * The jobs that are workers: they run all the time, in every instance that is configured for them.
 */
export type WorkerName = {
  [Name in JobName]: (typeof jobSchedules)[Name] extends "always" ? Name : never;
}[JobName];

export const jobNames = Object.keys(jobSchedules) as JobName[];

/** Returns the minutes between two runs of a job. */
export function minutesBetweenRuns(name: JobName): number {
  const schedule = jobSchedules[name];
  if (typeof schedule === "number") return schedule;
  // A worker counts as running each minute, although it records a run only about every four.
  if (schedule === "always") return 1;
  return daysBetweenNights(schedule) * 24 * 60;
}

/** Returns the days between two nights of a job that runs at night, 0 for any other. */
export function daysBetweenNights(schedule: JobSchedule): number {
  if (schedule === "nightly") return 1;
  return schedule === "weekly" ? 7 : 0;
}
