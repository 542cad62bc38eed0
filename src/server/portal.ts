import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AddressInfo } from "node:net";
import { buildApp, messageTemplates } from "./app.ts";
import { BesideMembers } from "./backups/archive/low-priority.ts";
import { backUpNightly } from "./backups/archive/nightly-backup.ts";
import { proveNewestBackup } from "./backups/archive/prove-backup.ts";
import { type DemoLogins, seedDemo } from "./demo/seed.ts";
import { createLogin } from "./identity/logins/create-login.ts";
import { expectUsed, forgetUnused } from "./oversight/alerts/job-standings.ts";
import { recordWorker } from "./oversight/alerts/periodic-job.ts";
import { Metrics } from "./oversight/metrics/metrics.ts";
import { listenForMetrics } from "./oversight/metrics/metrics-listener.ts";
import { startOutboxWorker } from "./messaging/outbox/deliver.ts";
import { openChannels } from "./messaging/outbox/open-channels.ts";
import { darajaPrompts } from "./pay-ins/prompting/daraja-prompts.ts";
import { startPromptWorker } from "./pay-ins/prompting/prompt-worker.ts";
import { darajaPayouts } from "./payouts/queue/daraja.ts";
import { darajaReversals } from "./pay-ins/receiving/daraja-reversal.ts";
import { startReversalWorker } from "./pay-ins/receiving/send-reversals.ts";
import { darajaStatus } from "./payouts/queue/daraja-status.ts";
import { startQuestionWorker } from "./payouts/queue/status-questions.ts";
import { startPayoutWorker } from "./payouts/queue/send-due.ts";
import { startPeriodicJobs } from "./periodic-jobs.ts";
import type { Config } from "./kernel/platform/config.ts";
import { reversingAccess } from "./kernel/platform/daraja-config.ts";
import { Database } from "./kernel/platform/database.ts";
import type { Notify } from "./messaging/outbox/enqueue.ts";
import { DrawingQueue } from "./kernel/documents/drawing-queue.ts";
import { hasherFor } from "./kernel/platform/password-hash.ts";
import { createLog, type Log } from "./kernel/platform/log.ts";
import { type OpenedDatabase, openForPortal } from "./kernel/platform/open-database.ts";
import { rejectPowerfulRole } from "./kernel/platform/role-check.ts";
import { isWithdrawn, withdrawnKeyWords } from "./kernel/documents/document-keys.ts";
import { DocumentSigner } from "./kernel/documents/document-signer.ts";
import { noteSecrets } from "./kernel/platform/secret-ages.ts";
import { rejectLostSettings, rejectLostStatements } from "./kernel/platform/settings-check.ts";
import { lateStandbyWords, standbyOf } from "./kernel/platform/standby-check.ts";
import { idleReplica } from "./kernel/platform/replica-check.ts";
import { readyDatabase, settleDatabase } from "./kernel/platform/start-database.ts";
import type { SchemaState } from "./kernel/platform/migrate.ts";
import { reportSlowStatements } from "./kernel/platform/statement-times.ts";
import type { RecordRound } from "./kernel/platform/worker-rounds.ts";
import type { WorkerName } from "#shared/jobs.ts";
import { VERSION } from "#shared/version.ts";
import { pageBuild } from "./page-build.ts";
import { listen, rejectTakenPort } from "./kernel/platform/listen.ts";
import { WriteProbe } from "./kernel/platform/write-probe.ts";

// The built server in dist/server and this source are equally deep.
const root = resolve(import.meta.dirname, "../..");
const program = join(root, "dist/server/cli.js");

const closeWithin = 10_000;
/** For the statement of a start that runs on a server that stays. */
const cutWithin = 1000;

interface StartedPortal {
  readonly port: number;
  /** The database is a copy that has not been released. */
  readonly isHeld: boolean;
}

interface Starting {
  readonly opened: Promise<OpenedDatabase>;
  /** Resolves when the start has ended in any way. */
  readonly ended: Promise<unknown>;
  database: Database | null;
  isCutOff: boolean;
}

/** Tells the person who runs the program. */
interface Reporter {
  readonly print: (text: string) => void;
  readonly failed: (error: unknown) => void;
}

interface PromptParts {
  readonly database: Database;
  readonly log: Log;
  readonly notify: Notify;
}

/**
 * All parts of the product with one configuration: database, messenger, payouts, periodic jobs and
 * the server. A process may run several portals, each with its own database.
 */
export class Portal {
  readonly #report: Reporter;
  /** The started parts, latest last; they are stopped in the opposite order. */
  readonly #running: (() => Promise<void>)[] = [];
  /** The start in progress, which a stop interrupts; otherwise null. */
  #starting: Starting | null = null;
  /** The workers that this configuration has. */
  readonly #workers: WorkerName[] = [];

  constructor(report: Reporter) {
    this.#report = report;
  }

  /**
   * Starts every part, on a database that may be opening already. The caller stops the portal, even
   * after a failure.
   */
  async start(config: Config, opened = openForPortal(config)): Promise<StartedPortal> {
    const started = this.#startOn(opened, config);
    const ended = Promise.allSettled([started]);
    this.#starting = { opened, ended, database: null, isCutOff: false };
    try {
      return await started;
    } finally {
      this.#starting = null;
    }
  }

  async #startOn(opened: Promise<OpenedDatabase>, config: Config): Promise<StartedPortal> {
    const running = this.#running;
    running.push(async () => (await opened.catch(() => null))?.close());
    // Before the seconds that a first start takes.
    await rejectTakenPort(config);
    const connection = await opened;
    const log = createLog(config.logLevel);
    logSchema(log, await readyDatabase(connection, config, root));
    const { slowStatementMs } = config;
    if (slowStatementMs > 0) running.push(logSlowStatements(log, slowStatementMs));
    const database = new Database({
      ...connection.access,
      replica: connection.replica,
      poolSize: config.poolSize,
      limits: config.limits,
      onConnectionError: () => log.warn("a database connection broke"),
    });
    running.push(() => database.close());
    await this.#leaveToStop(database);
    await rejectLostSettings(database);
    await rejectLostStatements(connection);
    // The embedded database has one login, which drops to the portal's rights on each connection.
    if (config.mode === "production" && config.databaseUrl !== null) {
      await rejectPowerfulRole(database);
    }
    const isHeld = await settleDatabase(database, config);
    await noteSecrets(database, config);
    for (const words of await warnings(database, config)) this.#report.print(`Warning: ${words}`);
    if (config.mode === "demo") await seedDemo(database, demoLogins(config));
    await pageBuild.underWay;
    const templates = messageTemplates(config);
    const channels = await openChannels(config, this.#report.print);
    const record = this.#recordAs("outbox", database, log);
    const messenger = startOutboxWorker({ database, templates, channels, log, record });
    running.push(() => messenger.stop());
    const { notify } = messenger;
    const probe = new WriteProbe(database);
    const { limits } = config;
    const beside = new BesideMembers(program);
    // After the jobs, for which an interrupted run is not a failure, and before the database.
    running.push(() => beside.stop());
    const backups = backupJobs(config, connection, { beside, log });
    const jobs = startPeriodicJobs({ database, limits, log, probe, channels, backups, notify });
    running.push(() => jobs.stop());
    this.#startPayouts(config, database, log);
    const wakePrompts = this.#startPrompts(config, { database, log, notify });
    const used = [...jobs.names, ...this.#workers];
    await forgetUnused(database, used);
    await expectUsed(database, used);
    const page = join(root, "dist/web");
    const onAnswered = await this.#serveMetrics(config, database);
    const desk = new DrawingQueue();
    const parts = { database, log, notify, wakePrompts, page, probe, onAnswered, desk };
    const app = await buildApp({ config, ...parts });
    running.push(() => app.close());
    await listen(app, config);
    desk.warm();
    return { port: (app.server.address() as AddressInfo).port, isHeld };
  }

  /** Stops every started part, each within its share of ten seconds; interrupts a start. */
  async stop(): Promise<void> {
    await this.#cutStart();
    const deadline = Date.now() + closeWithin;
    for (const close of this.#running.splice(0).toReversed()) {
      // Work that does not end in time is interrupted; the database is still stopped.
      const left = Math.max(deadline - Date.now(), 1000);
      const cutOff = pause(left, undefined, { ref: false });
      await Promise.race([close(), cutOff]).catch(this.#report.failed);
    }
  }

  /** Ends a start that is under way, which may take long: each of its steps is one transaction. */
  async #cutStart(): Promise<void> {
    if (this.#starting === null) return;
    const starting = this.#starting;
    starting.isCutOff = true;
    const connection = await starting.opened.catch(() => null);
    await starting.database?.abandon();
    await connection?.close();
    await Promise.race([starting.ended, pause(cutWithin, undefined, { ref: false })]);
  }

  /** Lets a stop interrupt a start's work on its database, even a stop that came earlier. */
  async #leaveToStop(database: Database): Promise<void> {
    if (this.#starting === null) return;
    this.#starting.database = database;
    if (this.#starting.isCutOff) await database.abandon();
  }

  /** Serves metrics if they have an address; returns what counts an answered request. */
  async #serveMetrics({ metrics: address }: Config, database: Database) {
    if (address === null) return undefined;
    const metrics = await Metrics.open(database);
    const listener = await listenForMetrics(metrics, address);
    this.#running.push(listener.stop);
    return metrics.answered;
  }

  /** Payments are sent automatically only if a provider is set up; else staff take a file. */
  #startPayouts({ payouts, payIns }: Config, database: Database, log: Log): void {
    const access = reversingAccess(payIns);
    if (access !== null) {
      const send = darajaReversals(access);
      const record = this.#recordAs("pay-in-reversals", database, log);
      const reversing = startReversalWorker({ database, send, log, record });
      this.#running.push(() => reversing.stop());
    }
    if (payouts.channel === "file") return;
    const paying = startPayoutWorker({
      database,
      provider: darajaPayouts(payouts),
      log,
      record: this.#recordAs("payouts", database, log),
    });
    this.#running.push(() => paying.stop());
    const asking = startQuestionWorker({
      database,
      provider: darajaStatus(payouts),
      log,
      record: this.#recordAs("payout-questions", database, log),
    });
    this.#running.push(() => asking.stop());
  }

  /** Returns what records the rounds of a worker, which from now on is one of this portal. */
  #recordAs(name: WorkerName, database: Database, log: Log): RecordRound {
    this.#workers.push(name);
    return recordWorker(name, { database, log });
  }

  /** Sends prompts to phones if members can pay in by M-Pesa; returns how to wake it. */
  #startPrompts({ payIns }: Config, parts: PromptParts): () => void {
    if (payIns.channel !== "daraja") return () => {};
    const { shortCode } = payIns;
    const provider = darajaPrompts(payIns);
    const record = this.#recordAs("prompts", parts.database, parts.log);
    const prompting = startPromptWorker({ ...parts, provider, shortCode, record });
    this.#running.push(() => prompting.stop());
    return prompting.notify;
  }
}

/** The warnings of a start, for the operator to act on. */
async function warnings(database: Database, { secret }: Config): Promise<string[]> {
  const words: string[] = [];
  if ((await standbyOf(database)) === "late") words.push(lateStandbyWords);
  const signer = new DocumentSigner(secret);
  if (await isWithdrawn(database.oneStatementSnapshot(), signer)) words.push(withdrawnKeyWords);
  const idle = await idleReplica(database);
  return idle === null ? words : [...words, idle];
}

/** Logs what starts on which schema, and what was migrated for it. */
function logSchema(log: Log, { version: schema, known, applied }: SchemaState): void {
  for (const migration of applied) log.info("applied a migration", { migration });
  log.info("starting", { version: VERSION, schema, count: applied.length });
  if (schema > known) log.warn("the database is newer than this program", { schema });
}

function logSlowStatements(log: Log, least: number): () => Promise<void> {
  const stop = reportSlowStatements(least, ({ name, milliseconds, requestId }) => {
    const ms = Math.round(milliseconds);
    log.warn("slow statement", { statement: name, ms, ...(requestId && { requestId }) });
  });
  return async () => stop();
}

/** Returns what makes and proves backups, or null where no folder is set. */
function backupJobs(
  { backups }: Config,
  { direct }: OpenedDatabase,
  tools: { readonly beside: BesideMembers; readonly log: Log },
) {
  const { folder } = backups;
  if (folder === null || direct === null) return null;
  return {
    make: () => backUpNightly({ folder, ...tools }),
    prove: () => proveNewestBackup({ folder, ...tools }),
  };
}

/** Creates the logins of the demo's people, as for any other person. */
function demoLogins(config: Config): DemoLogins {
  const hasher = hasherFor(config);
  return { hash: (password) => hasher.hash(password), createLogin, secret: config.secret };
}
