/** The automatic jobs and their intervals: in minutes, or once a night from 02:00. */
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
  watch: 1,
} as const satisfies Readonly<Record<string, number | "nightly">>;

export type JobName = keyof typeof jobSchedules;

export const jobNames = Object.keys(jobSchedules) as JobName[];

/** Returns the minutes between two runs of a job. */
export function minutesBetweenRuns(name: JobName): number {
  const schedule = jobSchedules[name];
  return schedule === "nightly" ? 24 * 60 : schedule;
}
