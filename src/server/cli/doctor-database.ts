import * as z from "zod/mini";
import type { Config } from "#server/kernel/platform/config.ts";
import { Database, statement } from "#server/kernel/platform/database.ts";
import { isHeld } from "#server/kernel/platform/database-home.ts";
import { rejectOutdated } from "#server/kernel/platform/migrate.ts";
import type { OpenedDatabase } from "#server/kernel/platform/open-database.ts";
import { examineReplica } from "#server/kernel/platform/replica-check.ts";
import { rejectPowerfulRole } from "#server/kernel/platform/role-check.ts";
import {
  rejectLostSettings,
  rejectLostStatements,
} from "#server/kernel/platform/settings-check.ts";
import { lateStandbyWords, standbyOf } from "#server/kernel/platform/standby-check.ts";
import { jobStandings } from "#server/oversight/alerts/job-standings.ts";
import { readFigures, type SocietyFigures } from "#server/oversight/metrics/society-figures.ts";
import { WriteProbe } from "#server/kernel/platform/write-probe.ts";
import { type Check, machineTime } from "./diagnosis.ts";
import { checkDocumentKey } from "./doctor-document-key.ts";
import { checkSecrets } from "./doctor-secrets.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";

/** Later than this, a nightly run was left out. */
export const NIGHTLY_HOURS = 36;
/** Codes of authenticator apps and one-time codes tolerate this difference in seconds. */
const CLOCK_SECONDS = 5;

/** The checks of the database; the later ones only once it is up to date. */
export async function* databaseChecks(
  opened: OpenedDatabase,
  config: Config,
  migrations: string,
): AsyncGenerator<readonly Check[]> {
  const { app, access, replica } = opened;
  const database = new Database({ ...access, replica, poolSize: 2 });
  const figures = () => readFigures(database);
  try {
    let isUpToDate = false;
    const upToDate = async () => {
      await rejectOutdated(app, migrations);
      isUpToDate = true;
      return { state: "ok", text: "no migration is pending" } as const;
    };
    yield [{ check: "database version", examine: upToDate }];
    if (!isUpToDate) return;
    yield [
      { check: "database connection", examine: () => checkConnection(database, opened) },
      { check: "database server", examine: () => checkServer(database) },
      { check: "database writes", examine: () => checkWrites(database) },
      { check: "database rights", examine: () => checkRights(database, config) },
      {
        check: "database standby",
        examine: async () => standbyFindings[await standbyOf(database)],
      },
      { check: "read replica", examine: () => examineReplica(database) },
      { check: "clock", examine: () => checkClock(database) },
      { check: "hold", examine: () => checkHold(database) },
      { check: "reconciler", examine: async () => checkReconciler(await figures()) },
      { check: "audit log", examine: async () => checkAudit(await figures()) },
      { check: "secrets", examine: () => checkSecrets(database, config) },
      { check: "document key", examine: () => checkDocumentKey(database, config) },
      { check: "tasks", examine: () => checkTasks(database) },
      { check: "alerts", examine: async () => checkAlerts(await figures()) },
    ];
  } finally {
    await database.close();
  }
}

async function checkConnection(database: Database, opened: OpenedDatabase) {
  await rejectLostSettings(database);
  await rejectLostStatements(opened);
  const { settingsBy, preparesStatements } = opened.access;
  const way = settingsBy === "transaction" ? "through PgBouncer" : "without a pooler";
  const text = `${way}, prepared statements ${preparesStatements ? "on" : "off"}`;
  return { state: "ok", text } as const;
}

const findServer = statement({
  text: `select current_setting('server_version') as version,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
    current_setting('full_page_writes') as pages`,
  row: z.object({
    version: z.string(),
    fsync: z.string(),
    commits: z.string(),
    pages: z.string(),
  }),
});

async function checkServer(database: Database) {
  const [server] = await database.one(findServer);
  if (server === undefined) throw new Error("The server gave no settings.");
  const { version, ...settings } = server;
  const off = Object.values(settings).includes("off");
  if (!off) return { state: "ok", text: `PostgreSQL ${version}` } as const;
  const text =
    "fsync, full_page_writes or synchronous_commit is off: after a crash, payments that members " +
    "were told of may be lost. Switch them on.";
  return { state: "failed", text } as const;
}

async function checkWrites(database: Database) {
  const found = await new WriteProbe(database).check();
  if (found === "ok") return { state: "ok", text: "writes work" } as const;
  return { state: "failed", text: `writes do not work: ${found}` } as const;
}

async function checkRights(database: Database, { databaseUrl }: Config) {
  if (databaseUrl === null) {
    return { state: "ok", text: "the embedded database belongs to this installation" } as const;
  }
  await rejectPowerfulRole(database);
  return { state: "ok", text: "the portal may not change the books" } as const;
}

const standbyFindings = {
  none: { state: "ok", text: "there is no standby" },
  synchronous: { state: "ok", text: "the standby is synchronous" },
  late: { state: "warning", text: lateStandbyWords },
} as const;

const findClock = statement({
  text: "select extract(epoch from clock_timestamp())::float8 as seconds",
  row: z.object({ seconds: z.number() }),
});

async function checkClock(database: Database) {
  const before = machineTime() / 1000;
  const [found] = await database.one(findClock);
  const after = machineTime() / 1000;
  // The database read its clock at some moment between ours.
  const late = Math.max(before - (found?.seconds ?? 0), (found?.seconds ?? 0) - after, 0);
  const text = `the clocks of this machine and the database are ${late.toFixed(1)} s apart`;
  return { state: late > CLOCK_SECONDS ? ("failed" as const) : ("ok" as const), text };
}

async function checkHold(database: Database) {
  const held = await database.snapshot((snapshot) => isHeld(snapshot));
  if (!held) return { state: "ok", text: "the database is at home" } as const;
  const text =
    "this is a copy or a moved database: it sends and pays nothing until " + commandLine("release");
  return { state: "warning", text } as const;
}

function checkReconciler(figures: SocietyFigures) {
  const at = figures.valueOf("akiba_reconciler_last_run_timestamp_seconds");
  if (at === null) return { state: "warning", text: "it has not run yet" } as const;
  const differences = figures.valueOf("akiba_reconciler_findings") ?? 0;
  if (differences > 0) {
    const text = `differences in its last run: ${differences}; read them at /app/Books`;
    return { state: "failed", text } as const;
  }
  return agedBy(figures.hoursSince(at), "the books agreed");
}

function checkAudit(figures: SocietyFigures) {
  const at = figures.valueOf("akiba_audit_check_timestamp_seconds");
  if (at === null) return { state: "warning", text: "not checked yet" } as const;
  return agedBy(figures.hoursSince(at), "the chain was followed");
}

function agedBy(hours: number, done: string) {
  const text = `${done} ${Math.round(hours)} hours ago`;
  if (hours <= NIGHTLY_HOURS) return { state: "ok", text } as const;
  const missing = "a night was left out; look for the failure in the log";
  return { state: "warning", text: `${text}; ${missing}` } as const;
}

async function checkTasks(database: Database) {
  const standings = await jobStandings(database.oneStatementSnapshot());
  const bad = standings.filter(({ state }) => state === "failed" || state === "overdue");
  if (bad.length === 0) return { state: "ok", text: "none failed or is overdue" } as const;
  const names = bad.map(({ name, state }) => `${name} (${state})`).join(", ");
  return { state: "failed", text: `${names}; look for the failure in the log` } as const;
}

function checkAlerts(figures: SocietyFigures) {
  const open = figures.labelled("akiba_alerts_open");
  if (open.length === 0) return { state: "ok", text: "none is open" } as const;
  const kinds = open.map(({ label, value }) => `${label} (${value})`).join(", ");
  return { state: "warning", text: `open: ${kinds}; read them at /app/Alerts` } as const;
}
