import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { scratchFolder } from "../../scripts/lib/scratch-folder.js";
import { until } from "../../scripts/lib/until.js";
import { lastWill } from "../last-will.ts";
import { databaseProcesses } from "../processes.ts";

export { until };

const root = resolve(import.meta.dirname, "../..");

export const SECRET = "a secret of the tests, 32 characters and more";
export const PEPPER = "a pepper of the tests, 32 characters and more";

export type Environment = Readonly<Record<string, string>>;

const surroundings = {
  PATH: process.env["PATH"],
  NODE_ENV: "test",
  PORT: "0",
  LOG_LEVEL: "warn",
  // A few members make all of the load: their number is no flood.
  LIMIT_SIGN_IN_TRIES_PER_NUMBER_PER_MINUTE: "1000000",
  LIMIT_SIGN_IN_TRIES_PER_NUMBER_BURST: "1000000",
  LIMIT_READS_PER_MINUTE: "1000000",
  LIMIT_READ_BURST: "1000000",
};

/** The built server as a separate process, as a society runs it. */
export class RunningServer {
  readonly process: ChildProcess;
  #said = "";
  #complained = "";

  constructor(env: Environment, [wrapper, ...its]: readonly string[] = []) {
    const command = wrapper ?? process.execPath;
    const wrapped = wrapper === undefined ? [] : [...its, process.execPath];
    this.process = spawn(command, [...wrapped, "dist/server/main.js"], {
      cwd: root,
      env: { ...surroundings, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process.stdout?.on("data", (part) => (this.#said += part));
    this.process.stderr?.on("data", (part) => {
      this.#said += part;
      this.#complained += part;
    });
  }

  /**
   * Everything the server wrote. A line of the log may be truncated by the fault that it reports.
   */
  get said(): string {
    return this.#said;
  }

  /** The advice for the operator when it failed, without the log. */
  get complained(): string {
    return this.#complained;
  }

  get lives(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port() ?? 0}`;
  }

  async ready(): Promise<this> {
    await until(`the server serves; it said: ${this.said}`, () => {
      if (!this.lives) throw new Error(`the server ended: ${this.said}`);
      return this.#port() !== undefined;
    });
    return this;
  }

  /** Sends a signal and returns the exit code once the process is gone; null when it was killed. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.lives) {
      const gone = once(this.process, "exit");
      this.process.kill(signal);
      await gone;
    }
    return this.process.exitCode;
  }

  #port(): string | undefined {
    return /ready at http:\/\/localhost:(\d+)/.exec(this.#said)?.[1];
  }
}

/** The processes of a test file, in a separate folder; removed when the file ends, in any way. */
export interface Premises {
  readonly folder: string;
  launch(env: Environment, wrapped?: readonly string[]): RunningServer;
  start(env: Environment, wrapped?: readonly string[]): Promise<RunningServer>;
}

/** Gives a test file a folder for data and servers that end with it. */
export function usePremises(): Premises {
  const servers: RunningServer[] = [];
  const premises = { folder: "" };
  beforeAll(() => {
    premises.folder = realpathSync(mkdtempSync(join(scratchFolder(), "akiba-faults-")));
    chmodSync(premises.folder, 0o711);
    lastWill(premises.folder);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end("SIGKILL")));
    for (const pid of databaseProcesses(premises.folder)) process.kill(pid, "SIGQUIT");
    const gone = () => databaseProcesses(premises.folder).length === 0;
    await until("the databases are gone", gone);
    rmSync(premises.folder, { recursive: true, force: true });
  });
  const launch: Premises["launch"] = (env, wrapped) => {
    const settled = { ...settings(premises.folder), ...env };
    const server = new RunningServer(settled, wrapped);
    servers.push(server);
    return server;
  };
  return Object.assign(premises, {
    launch,
    start: (env: Environment, wrapped?: readonly string[]) => launch(env, wrapped).ready(),
  });
}

/** Clients name their address by X-Forwarded-For, so that each has a different one. */
function settings(folder: string): Environment {
  return {
    AKIBA_MODE: "test",
    AKIBA_SECRET: SECRET,
    AKIBA_PASSWORD_PEPPER: PEPPER,
    DATA_DIR: folder,
    TRUST_PROXY: "true",
  };
}

/** The database URL for a server. */
export function databaseUrl(connection: pg.ClientConfig): string {
  const { user = "", password, host = "", port = 5432, database = "" } = connection;
  const secret = typeof password === "string" ? `:${encodeURIComponent(password)}` : "";
  return `postgres://${user}${secret}@${encodeURIComponent(host)}:${port}/${database}`;
}

/** How a test reaches the embedded database of a data folder, as its owner. */
export function embeddedConnection(dataDir: string): pg.ClientConfig {
  const host = join(dataDir, "postgres/cluster");
  return { host, port: 5432, user: "akiba_owner", database: "akiba" };
}

/** Sends a signal to the postmaster of a data folder and to every worker of it. */
export function signalDatabase(dataDir: string, signal: NodeJS.Signals): void {
  const file = join(dataDir, "postgres/cluster/postmaster.pid");
  const postmaster = Number.parseInt(readFileSync(file, "utf8"), 10);
  const workers = readdirSync("/proc").filter((pid) => parentOf(pid) === postmaster);
  for (const pid of [postmaster, ...workers.map(Number)]) {
    try {
      process.kill(pid, signal);
    } catch {
      // It had ended already.
    }
  }
}

export function parentOf(pid: string): number | null {
  if (!/^\d+$/.test(pid)) return null;
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    return Number(rest.split(" ")[1]);
  } catch {
    return null;
  }
}

/** For a whole test of a fault: processes come and go, and a loaded machine is no fault of ours. */
export const PATIENT_MS = 120_000;
