import { type Job, startJobs } from "./oversight/alerts/periodic-job.ts";
import { watchWaiting } from "./oversight/alerts/waiting-too-long.ts";
import { WriteWatch } from "./oversight/alerts/write-watch.ts";
import { checkAuditNightly } from "./oversight/audit/nightly-check.ts";
import { notifyOfBreaches } from "./cases/casework/breaches.ts";
import { watchIdentities } from "./identity/employment/identity-findings.ts";
import { reconcileNightly } from "./ledger/journal/reconcile.ts";
import { notifyOfMissed } from "./loans/lending/missed-deductions.ts";
import { applyDueChanges } from "./members/membership/contact-changes.ts";
import type { Channels } from "./messaging/outbox/deliver.ts";
import type { Notify } from "./messaging/outbox/enqueue.ts";
import { putBackWaiting } from "./payouts/queue/put-back.ts";
import { applyRetention } from "./privacy/personal-data/retention.ts";
import { releaseDue } from "./withdrawals/requests/release.ts";
import type { Database } from "./kernel/platform/database.ts";
import type { Limits } from "./kernel/platform/limits.ts";
import type { Log } from "./kernel/platform/log.ts";
import { sweep } from "./kernel/platform/sweep.ts";
import type { WriteProbe } from "./kernel/platform/write-probe.ts";

export interface JobsOptions {
  readonly database: Database;
  readonly limits: Limits;
  readonly log: Log;
  readonly probe: WriteProbe;
  readonly channels: Channels;
  /** Wakes the messenger, which delivers queued messages. */
  readonly notify: Notify;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** All jobs that run at a fixed interval. A failure of any of them raises an alert. */
export function periodicJobs({
  database,
  limits,
  log,
  probe,
  channels,
  notify,
}: JobsOptions): Job[] {
  const writes = new WriteWatch({ database, probe, channels, log });
  const watch = async () => {
    await writes.round();
    await watchWaiting(database, limits);
  };
  // A nightly job checks every ten minutes whether it is night and the job is still to do.
  const nightly = { everyMs: 10 * MINUTE_MS };
  return [
    {
      name: "sweep",
      everyMs: 10 * MINUTE_MS,
      run: () => sweep(database, limits),
    },
    {
      name: "missed-deductions",
      everyMs: HOUR_MS,
      atStart: true,
      run: () => notifyOfMissed(database, notify),
    },
    {
      name: "case-deadlines",
      everyMs: HOUR_MS,
      atStart: true,
      run: () => notifyOfBreaches(database, notify),
    },
    {
      name: "contact-changes",
      everyMs: MINUTE_MS,
      atStart: true,
      run: () => applyDueChanges(database, { onNumberChanged: putBackWaiting, notify }),
    },
    {
      name: "withdrawals",
      everyMs: MINUTE_MS,
      atStart: true,
      run: () => releaseDue(database, notify),
    },
    {
      name: "retention",
      everyMs: 24 * HOUR_MS,
      atStart: true,
      run: () => applyRetention(database),
    },
    {
      name: "staff-identity",
      everyMs: 24 * HOUR_MS,
      atStart: true,
      run: () => watchIdentities(database),
    },
    { name: "reconciler", ...nightly, run: () => reconcileNightly(database, log) },
    { name: "audit-check", ...nightly, run: () => checkAuditNightly(database, log) },
    // Not at the start: messages queued while the server was away need a minute to leave.
    { name: "watch", everyMs: MINUTE_MS, run: watch },
  ];
}

/** Runs every periodic job until it is stopped. */
export function startPeriodicJobs(options: JobsOptions): { stop(): void } {
  return startJobs(periodicJobs(options), options);
}
