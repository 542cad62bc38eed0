import { watchOverdue } from "./oversight/alerts/announce-overdue-jobs.ts";
import { type Job, startJobs } from "./oversight/alerts/periodic-job.ts";
import { watchWaiting } from "./oversight/alerts/waiting-too-long.ts";
import { WriteWatch } from "./oversight/alerts/write-watch.ts";
import { checkAuditNightly } from "./oversight/audit/nightly-check.ts";
import { notifyOfBreaches } from "./cases/casework/breaches.ts";
import { watchIdentities } from "./identity/employment/identity-findings.ts";
import { reconcileNightly } from "./ledger/journal/reconcile.ts";
import { notifyOfMissed } from "./loans/lending/missed-deduction-notices.ts";
import { applyDueChanges } from "./members/membership/contact-changes.ts";
import type { Channels } from "./messaging/outbox/deliver.ts";
import type { Notify } from "./messaging/outbox/enqueue.ts";
import { putBackWaiting } from "./payouts/queue/put-back.ts";
import { applyRetention } from "./privacy/personal-data/retention.ts";
import { runStandingTransfers } from "./withdrawals/moves/run-due.ts";
import { releaseDue } from "./withdrawals/requests/release.ts";
import type { Database } from "./kernel/platform/database.ts";
import type { Limits } from "./kernel/platform/limits.ts";
import type { Log } from "./kernel/platform/log.ts";
import { sweep } from "./kernel/platform/sweep.ts";
import type { WriteProbe } from "./kernel/platform/write-probe.ts";

interface BackupJobs {
  /** Makes the nightly backup. */
  readonly make: () => Promise<void>;
  /** Proves the newest of them. */
  readonly prove: () => Promise<void>;
}

export interface JobsOptions {
  readonly database: Database;
  readonly limits: Limits;
  readonly log: Log;
  readonly probe: WriteProbe;
  readonly channels: Channels;
  /** Null where no folder is set for backups. */
  readonly backups: BackupJobs | null;
  /** Wakes the messenger, which delivers queued messages. */
  readonly notify: Notify;
}

/** All jobs that run by a schedule. A failure of any of them raises an alert. */
export function periodicJobs({
  database,
  limits,
  log,
  probe,
  channels,
  backups,
  notify,
}: JobsOptions): Job[] {
  const writes = new WriteWatch({ database, probe, channels, log });
  const watch = async () => {
    await writes.round();
    await watchWaiting(database, limits);
    await watchOverdue(database);
  };
  return [
    {
      name: "sweep",
      atStart: true,
      run: () => sweep(database, limits),
    },
    {
      name: "missed-deductions",
      atStart: true,
      run: () => notifyOfMissed(database, notify),
    },
    {
      name: "case-deadlines",
      atStart: true,
      run: () => notifyOfBreaches(database, notify),
    },
    {
      name: "contact-changes",
      atStart: true,
      run: () => applyDueChanges(database, { onNumberChanged: putBackWaiting, notify }),
    },
    {
      name: "withdrawals",
      atStart: true,
      run: () => releaseDue(database, notify),
    },
    {
      name: "standing-transfers",
      atStart: true,
      run: () => runStandingTransfers(database, notify),
    },
    {
      name: "retention",
      atStart: true,
      run: () => applyRetention(database),
    },
    {
      name: "staff-identity",
      atStart: true,
      run: () => watchIdentities(database),
    },
    { name: "reconciler", atStart: true, run: () => reconcileNightly(database, log) },
    { name: "audit-check", atStart: true, run: () => checkAuditNightly(database, log) },
    ...(backups === null ? [] : backupJobs(backups)),
    // Not at the start: messages queued while the server was away need a minute to leave.
    { name: "watch", everyInstance: true, run: watch },
  ];
}

const backupJobs = ({ make, prove }: BackupJobs): Job[] => [
  { name: "backup", atStart: true, run: make },
  { name: "backup-proof", run: prove },
];

/** Runs every periodic job until it is stopped. */
export function startPeriodicJobs(options: JobsOptions) {
  const jobs = periodicJobs(options);
  return { names: jobs.map(({ name }) => name), ...startJobs(jobs, options) };
}
