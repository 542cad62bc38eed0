import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AddressInfo } from "node:net";
import { buildApp, demoLogins, messageTemplates } from "./app.ts";
import { seedDemo } from "./demo/seed.ts";
import { startOutboxWorker } from "./messaging/outbox/deliver.ts";
import { openChannels } from "./messaging/outbox/open-channels.ts";
import { darajaPayouts } from "./payouts/queue/daraja.ts";
import { startPayoutWorker } from "./payouts/queue/send-due.ts";
import { startPeriodicJobs } from "./periodic-jobs.ts";
import { loadEnvFile, parseConfig } from "./kernel/platform/config.ts";
import type { Config } from "./kernel/platform/config.ts";
import { Database } from "./kernel/platform/database.ts";
import { createLog, type Log } from "./kernel/platform/log.ts";
import { openDatabase } from "./kernel/platform/open-database.ts";
import { rejectPowerfulRole } from "./kernel/platform/role-check.ts";
import { startFailure } from "./kernel/platform/start-failure.ts";
import { readyDatabase, settleDatabase } from "./kernel/platform/start-database.ts";
import { WriteProbe } from "./kernel/platform/write-probe.ts";
import { heldWords, welcome } from "./welcome.ts";

// The built server in dist/server and this source are equally deep.
const root = resolve(import.meta.dirname, "../..");

/** The started parts, latest last; they are stopped in the opposite order. */
const running: (() => Promise<void>)[] = [];

const closeWithin = 10_000;

// npm passes on a Ctrl-C that the terminal has already sent us; a person is slower than this.
const samePress = 500;

async function start(): Promise<void> {
  loadEnvFile(root);
  const config = parseConfig(process.env);
  const connection = await openDatabase(config);
  running.push(connection.close);
  await readyDatabase(connection, config, root);
  const log = createLog(config.logLevel);
  const database = new Database({
    connection: connection.app,
    place: connection.place,
    poolSize: config.poolSize,
    limits: config.limits,
    onConnectionError: () => log.warn("a database connection broke"),
  });
  running.push(() => database.close());
  if (config.mode === "production") await rejectPowerfulRole(database);
  const held = await settleDatabase(database, config);
  if (config.mode === "demo") await seedDemo(database, demoLogins(config));
  const templates = messageTemplates(config);
  const channels = await openChannels(config, console.log);
  const messenger = startOutboxWorker({ database, templates, channels, log });
  running.push(() => messenger.stop());
  const { notify } = messenger;
  const probe = new WriteProbe(database);
  const jobs = startPeriodicJobs({ database, limits: config.limits, log, probe, channels, notify });
  running.push(async () => jobs.stop());
  startPayouts(config, database, log);
  const page = join(root, "dist/web");
  const app = await buildApp({ config, database, log, notify, page, probe });
  running.push(() => app.close());
  await listen(app, config);
  const { port } = app.server.address() as AddressInfo;
  console.log(welcome(config, port));
  if (held) console.log(heldWords);
}

/** Payments are sent automatically only if a provider is set up; else staff take a file. */
function startPayouts({ payouts }: Config, database: Database, log: Log): void {
  if (payouts.channel === "file") return;
  const paying = startPayoutWorker({ database, provider: darajaPayouts(payouts), log });
  running.push(() => paying.stop());
}

async function listen(
  app: { listen(at: { host: string; port: number }): Promise<unknown> },
  { host, port }: Config,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const problem = { EADDRINUSE: "is already in use", EACCES: "is not open to this user" }[code];
    if (!problem) throw error;
    const advice = `Choose another with PORT, for example: PORT=${port + 1} npm start`;
    throw new Error(`Port ${port} ${problem}. ${advice}`, { cause: error });
  }
}

async function stop(): Promise<void> {
  const deadline = Date.now() + closeWithin;
  for (const close of running.splice(0).toReversed()) {
    // Work that does not end in time is cut off; the database still gets its turn to stop.
    const left = Math.max(deadline - Date.now(), 1000);
    await Promise.race([close(), pause(left, undefined, { ref: false })]).catch(report);
  }
}

function report(error: unknown): void {
  console.error(startFailure(error));
}

/** The first request to stop lets work finish; a second one does not wait. */
function stopOn(signals: NodeJS.Signals[]): void {
  let asked = 0;
  const onSignal = (): void => {
    if (asked > 0) {
      if (Date.now() - asked > samePress) process.exit(130);
      return;
    }
    asked = Date.now();
    void stopAndExit(0);
  };
  for (const signal of signals) process.on(signal, onSignal);
}

async function stopAndExit(code: number): Promise<void> {
  await starting.catch(() => {});
  await stop();
  process.exit(code);
}

// A closed terminal (SIGHUP) must not leave the database behind either.
stopOn(["SIGINT", "SIGTERM", "SIGHUP"]);
const starting = start();
starting.catch(async (error) => {
  report(error);
  await stopAndExit(1);
});
