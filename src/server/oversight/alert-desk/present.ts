import type { JobStanding } from "#server/oversight/alerts/job-standings.ts";
import type { AlertRow } from "./queries.ts";

function presentAlert(row: AlertRow) {
  return {
    kind: row.kind,
    subject: row.subject,
    count: row.count,
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    toldAt: row.notified_at?.toISOString() ?? "",
    resolvedAt: row.resolved_at?.toISOString() ?? "",
  };
}

export function presentAlerts(rows: readonly AlertRow[]) {
  return {
    open: rows.filter((row) => row.resolved_at === null).map(presentAlert),
    past: rows.filter((row) => row.resolved_at !== null).map(presentAlert),
  };
}

export function presentJob(job: JobStanding) {
  return {
    name: job.name,
    state: job.state,
    startedAt: job.started_at?.toISOString() ?? "",
    milliseconds: job.milliseconds,
    failures: job.failures,
  };
}
