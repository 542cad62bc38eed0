import { resolve } from "node:path";
import { loadEnvFile, parseConfig } from "./kernel/platform/config.ts";
import { type OpenedDatabase, openForPortal } from "./kernel/platform/open-database.ts";
import { startFailure } from "./kernel/platform/start-failure.ts";
import type { Portal } from "./portal.ts";
import { heldWords, welcome } from "./welcome.ts";

// The built server in dist/server and this source are equally deep.
const root = resolve(import.meta.dirname, "../..");

/** Null until the configuration is read. */
let opened: Promise<OpenedDatabase> | null = null;
/** Null until the program is loaded. */
let portal: Portal | null = null;
/** When this process was asked to stop; null before that. */
let asked: number | null = null;

// npm forwards a Ctrl-C that the terminal has already sent us; a person is slower than this.
const samePress = 500;

async function start(): Promise<void> {
  loadEnvFile(root);
  const config = parseConfig(process.env);
  // The database starts while the rest of the program is loaded.
  opened = openForPortal(config);
  opened.catch(() => {});
  const loaded = await import("./portal.ts");
  portal = new loaded.Portal({ print: console.log, failed: report });
  const { port, isHeld } = await portal.start(config, opened);
  console.log(welcome(config, port));
  if (isHeld) console.log(heldWords);
}

function report(error: unknown): void {
  console.error(startFailure(error));
}

/** The first request to stop lets work finish; a second one does not wait. */
function stopOn(signals: NodeJS.Signals[]): void {
  const onSignal = (): void => {
    if (asked !== null) {
      if (Date.now() - asked > samePress) process.exit(130);
      return;
    }
    asked = Date.now();
    void stopAndExit(0);
  };
  for (const signal of signals) process.on(signal, onSignal);
}

async function stopAndExit(code: number): Promise<void> {
  await portal?.stop();
  // Even if the program has not loaded, or fails to load, its database has been started.
  const connection = await opened?.catch(() => null);
  await connection?.close();
  process.exit(code);
}

// A closed terminal (SIGHUP) must not leave the database behind either.
stopOn(["SIGINT", "SIGTERM", "SIGHUP"]);
start().catch(async (error) => {
  // A start that was cut off on request has not failed.
  if (asked !== null) return;
  report(error);
  await stopAndExit(1);
});
