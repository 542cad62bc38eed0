import { type JobName, jobNames, minutesBetweenRuns } from "#shared/jobs.ts";

/** A job is overdue after this number of its intervals, but never before 15 minutes. */
const INTERVALS = 3;
export const MIN_MINUTES = 15;

/** The jobs of this program, each with the minutes after which it is overdue. */
export const jobsWithLimits =
  "job join unnest($1::text[], $2::int[]) with ordinality as due (name, minutes, at) using (name)";

/** The values of `jobsWithLimits`. */
export function overdueLimits(): [readonly JobName[], number[]] {
  const limitOf = (name: JobName) => Math.max(MIN_MINUTES, INTERVALS * minutesBetweenRuns(name));
  return [jobNames, jobNames.map(limitOf)];
}

// A run that has just begun counts too, such as the first after a week without a server. Of those
// that died with their process, only the first one since the last proper end counts.
export const isOverdue = `(greatest(coalesce(ended_at, known_since), unended_since)
  < akiba_now() - make_interval(mins => due.minutes))`;
