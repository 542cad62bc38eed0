import { type Job, startJobs } from "./alerts/periodic-job.ts";
import { watchWaiting } from "./alerts/waiting-too-long.ts";
import { WriteWatch } from "./alerts/write-watch.ts";
import { checkAuditNightly } from "./audit/nightly-check.ts";
import { tellOfBreaches } from "./casework/breaches.ts";
import { watchIdentities } from "./employment/identity-findings.ts";
import { reconcileNightly } from "./ledger/reconcile.ts";
import { tellOfMissed } from "./lending/missed-deductions.ts";
import { applyDueChanges } from "./membership/contact-changes.ts";
import type { Channels } from "./outbox/deliver.ts";
import type { Wake } from "./outbox/enqueue.ts";
import { putBackWaiting } from "./payouts/settle.ts";
import { applyRetention } from "./personal-data/retention.ts";
import type { Database } from "./platform/database.ts";
import type { Limits } from "./platform/limits.ts";
import type { Log } from "./platform/log.ts";
import { sweep } from "./platform/sweep.ts";
import type { WriteProbe } from "./platform/write-probe.ts";

export interface JobsOptions {
  readonly database: Database;
  readonly limits: Limits;
  readonly log: Log;
  readonly probe: WriteProbe;
  readonly channels: Channels;
  /** Wakes whoever delivers messages. */
  readonly wake: Wake;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Everything that runs by itself at a fixed interval. A failure of any of them is an alert. */
export function periodicJobs({ database, limits, log, probe, channels, wake }: JobsOptions): Job[] {
  const writes = new WriteWatch({ database, probe, channels, log });
  const watch = async () => {
    await writes.round();
    await watchWaiting(database, limits);
  };
  // A nightly job looks every ten minutes whether it is night and nobody has done it yet.
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
      run: () => tellOfMissed(database, wake),
    },
    {
      name: "case-deadlines",
      everyMs: HOUR_MS,
      atStart: true,
      run: () => tellOfBreaches(database, wake),
    },
    {
      name: "contact-changes",
      everyMs: MINUTE_MS,
      atStart: true,
      run: () => applyDueChanges(database, { onNumberChanged: putBackWaiting, wake }),
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
    // Not at the start: messages of the time that the server was away need a minute to leave.
    { name: "watch", everyMs: MINUTE_MS, run: watch },
  ];
}

/** Runs every periodic job until it is stopped. */
export function startPeriodicJobs(options: JobsOptions): { stop(): void } {
  return startJobs(periodicJobs(options), options);
}
