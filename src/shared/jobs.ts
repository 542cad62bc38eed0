/** The automatic jobs and their intervals: in minutes, or once a night or a week from 02:00. */
export const jobSchedules = {
  sweep: 10,
  "missed-deductions": 60,
  "case-deadlines": 60,
  "contact-changes": 1,
  withdrawals: 1,
  retention: 24 * 60,
  "staff-identity": 24 * 60,
  reconciler: "nightly",
  "audit-check": "nightly",
  backup: "nightly",
  "backup-proof": "weekly",
  watch: 1,
} as const satisfies Readonly<Record<string, number | "nightly" | "weekly">>;

export type JobName = keyof typeof jobSchedules;

export const jobNames = Object.keys(jobSchedules) as JobName[];

/** Returns the minutes between two runs of a job. */
export function minutesBetweenRuns(name: JobName): number {
  const schedule = jobSchedules[name];
  if (typeof schedule === "number") return schedule;
  return daysBetweenNights(schedule) * 24 * 60;
}

/** Returns the days between two nights of a job that runs at night. */
export const daysBetweenNights = (schedule: "nightly" | "weekly"): number =>
  schedule === "nightly" ? 1 : 7;
