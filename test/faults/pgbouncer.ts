import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type pg from "pg";
import { findPort } from "../../scripts/lib/find-port.js";
import { until } from "./running-server.ts";

const PROGRAM = process.env["TEST_PGBOUNCER"] ?? "pgbouncer";
/** PgBouncer refuses to run as root. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const searchPath = `${process.env["PATH"] ?? ""}:/usr/sbin`;

/** The version of the installed PgBouncer; null if there is none. */
export const pgbouncerVersion: string | null =
  /PgBouncer (\d+\.\d+)/.exec(
    spawnSync(PROGRAM, ["--version"], {
      env: { PATH: searchPath },
      encoding: "utf8",
      ...unprivileged,
    }).stdout ?? "",
  )?.[1] ?? null;

export type PoolerSettings = Readonly<Record<string, string | number>>;

/** A real PgBouncer before a database server. */
export class PgBouncer {
  readonly #server: pg.ClientConfig;
  readonly #folder: string;
  readonly #settings: PoolerSettings;
  #port = "";
  #process: ChildProcess | null = null;
  #said = "";

  /** The folder is one that its user may enter; it goes when the folder goes. */
  constructor(server: pg.ClientConfig, folder: string, settings: PoolerSettings) {
    this.#server = server;
    this.#folder = folder;
    this.#settings = settings;
  }

  async start(): Promise<this> {
    this.#port ||= await findPort();
    const config = join(this.#folder, `pgbouncer-${this.#port}.ini`);
    const users = join(this.#folder, `pgbouncer-${this.#port}.txt`);
    writeFileSync(users, `"${this.#server.user}" ""\n`);
    writeFileSync(config, this.#config(users));
    for (const file of [config, users]) chmodSync(file, 0o644);
    const child = spawn(PROGRAM, [config], {
      ...unprivileged,
      env: { PATH: searchPath },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part) => (this.#said += part));
    }
    await until(`PgBouncer listens; it said: ${this.#said}`, () => accepts(this.#port));
    return this;
  }

  /** How a client reaches the same database through it. */
  get connection(): pg.ClientConfig {
    const { user, database } = this.#server;
    return { host: "127.0.0.1", port: Number(this.#port), user, database };
  }

  /** Ends it at once, with every connection. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  #config(users: string): string {
    const { host = "", port = 5432 } = this.#server;
    const settings = {
      listen_addr: "127.0.0.1",
      listen_port: this.#port,
      unix_socket_dir: "",
      auth_type: "trust",
      auth_file: users,
      max_client_conn: 200,
      server_login_retry: 1,
      ...this.#settings,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    return `[databases]\n* = host=${host} port=${port}\n[pgbouncer]\n${lines.join("\n")}\n`;
  }
}

function accepts(port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
