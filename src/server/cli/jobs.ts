import { type JobName, jobSchedules, NIGHT_HOUR } from "#shared/jobs.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { type JobStanding, jobStandings } from "#server/oversight/alerts/job-standings.ts";
import { inColumns } from "./columns.ts";

const HEADINGS = ["JOB", "SCHEDULE", "LAST RUN", "SECONDS", "RESULT"];

/** Prints each job with its last run; returns 1 if one failed or is overdue. */
export async function runJobs(database: Database): Promise<number> {
  const standings = await jobStandings(database.oneStatementSnapshot());
  for (const line of inColumns([HEADINGS, ...standings.map(cells)])) console.log(line);
  const isBad = standings.some(({ state }) => state === "failed" || state === "overdue");
  return isBad ? 1 : 0;
}

function cells({ name, started_at: at, milliseconds, state, failures }: JobStanding): string[] {
  return [
    name,
    schedule(name),
    at?.toISOString() ?? "-",
    at === null ? "-" : (milliseconds / 1000).toFixed(1),
    failures > 1 ? `${state} (${failures} in a row)` : state,
  ];
}

function schedule(name: JobName): string {
  const every = jobSchedules[name];
  if (every === "always") return "all the time";
  return typeof every === "number" ? `every ${every} min` : `${every} from 0${NIGHT_HOUR}:00`;
}
