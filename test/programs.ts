import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject, vi } from "vitest";
import { migrate } from "#server/kernel/platform/migrate.ts";
import { findPort } from "../scripts/lib/find-port.js";
import { scratchFolder } from "../scripts/lib/scratch-folder.js";
import { databaseUrl, type Environment, PATIENT_MS } from "./faults/running-server.ts";

const root = resolve(import.meta.dirname, "..");

/** The result of a program that ended. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** A built server that serves. */
export interface Serving {
  readonly url: string;
  readonly said: () => string;
  stop(): Promise<void>;
}

/** The programs of a test file, with a separate folder; all of it is removed when the file ends. */
export class Programs {
  folder = "";
  readonly #running: ChildProcess[] = [];

  open(parent: string): void {
    this.folder = realpathSync(mkdtempSync(join(parent, "akiba-programs-")));
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((child) => end(child, "SIGTERM")));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs the command line to its end. */
  command(given: readonly string[], env: Environment): Promise<Ended> {
    return ended(this.#spawn(["dist/server/cli.js", ...given], env));
  }

  /** Runs a server that must fail to start. */
  rejectedStart(env: Environment): Promise<Ended> {
    return ended(this.#spawn(["dist/server/main.js"], { PORT: "0", ...env }));
  }

  /** Runs a server of this product, or of the one in another folder, until it serves. */
  async serve(env: Environment, product = root): Promise<Serving> {
    const port = await findPort();
    const given = [join(product, "dist/server/main.js")];
    const { child, said } = this.#spawn(given, { PORT: port, ...env });
    const isReady = () => said().includes(" is ready at ");
    // The first start of a demo replays its whole history.
    await vi.waitUntil(() => isReady() || child.exitCode !== null, { timeout: PATIENT_MS });
    if (!isReady()) throw new Error(`the server ended: ${said()}`);
    return { url: `http://127.0.0.1:${port}`, said, stop: () => end(child, "SIGTERM") };
  }

  #spawn(given: readonly string[], env: Environment) {
    const child = spawn(process.execPath, given, {
      cwd: root,
      env: { PATH: process.env["PATH"], NODE_ENV: "test", DATA_DIR: this.folder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.on("data", (part) => (text += part));
    child.stderr.on("data", (part) => (text += part));
    this.#running.push(child);
    return { child, said: () => text };
  }
}

/** Gives a test file the built programs, with a folder in memory unless it must be on a disk. */
export function usePrograms(options: { readonly onDisk?: boolean } = {}): Programs {
  const programs = new Programs();
  beforeAll(() => programs.open(options.onDisk === true ? tmpdir() : scratchFolder()));
  afterAll(() => programs.close());
  return programs;
}

async function ended({ child, said }: { child: ChildProcess; said: () => string }) {
  await once(child, "close");
  return { code: child.exitCode, said: said() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

/** One database on the server of the tests, reached as any role. */
export interface OwnDatabase {
  readonly name: string;
  readonly connection: pg.ClientConfig;
  url(user?: string): string;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
}

/** Empty databases and roles of a test file, dropped when it ends. */
export class OwnServer {
  readonly #databases: string[] = [];
  readonly #roles: string[] = [];
  readonly #migrated = new Map<number, Promise<OwnDatabase>>();

  async database(options = ""): Promise<OwnDatabase> {
    const name = `own_${randomBytes(6).toString("hex")}`;
    await this.query(`create database ${name} ${options}`);
    this.#databases.push(name);
    const connection = { ...inject("testServer").connection, database: name };
    return {
      name,
      connection,
      url: (user = connection.user) => databaseUrl({ ...connection, user }),
      query: (sql) => queryOn(connection, sql),
    };
  }

  /** A database that a program left which knew only the migrations up to a version. */
  async migrated(version = NEWEST): Promise<OwnDatabase> {
    const template = this.#migrated.get(version) ?? this.#migrate(version);
    this.#migrated.set(version, template);
    return this.database(`template ${(await template).name} strategy file_copy`);
  }

  async #migrate(version: number): Promise<OwnDatabase> {
    const database = await this.database();
    await migrateUpTo(database, version);
    return database;
  }

  /** A separate role, such as a portal's; the server of the tests trusts every client. */
  async role(attributes = ""): Promise<string> {
    const name = `role_${randomBytes(6).toString("hex")}`;
    await this.query(`create role ${name} login ${attributes}`);
    this.#roles.push(name);
    return name;
  }

  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return queryOn(inject("testServer").connection, sql);
  }

  async close(): Promise<void> {
    for (const name of this.#databases) await this.query(`drop database ${name} with (force)`);
    for (const name of this.#roles) await this.query(`drop role ${name}`);
  }
}

/** Gives a test file separate databases on the server of the tests. */
export function useOwnServer(): OwnServer {
  const server = new OwnServer();
  afterAll(() => server.close());
  return server;
}

async function queryOn<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Above the number of every migration. */
const NEWEST = 9999;

/** Migrates a database as a program did that knew only the first migrations. */
export async function migrateUpTo(database: OwnDatabase, version: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "akiba-migrations-"));
  for (const name of readdirSync(join(root, "migrations"))) {
    if (Number(name.slice(0, 4)) <= version)
      cpSync(join(root, "migrations", name), join(folder, name));
  }
  await migrate(database.connection, folder);
  rmSync(folder, { recursive: true });
}

/** The settings of a portal in production, besides its database. */
export const productionEnvironment: Environment = {
  AKIBA_MODE: "production",
  PUBLIC_URL: "https://sacco.example.ke",
  AKIBA_SECRET: "kX2v9QmR7tLw4ZpB8nJd6HsF3yGcA5eU",
  AKIBA_PASSWORD_PEPPER: "Wb7Nq3TzM9xKc5VhE2rYj8PgL4sDf6Aa",
  SMS_CHANNEL: "africastalking",
  AFRICASTALKING_USERNAME: "akiba",
  AFRICASTALKING_API_KEY: "a-key",
  AFRICASTALKING_BASE_URL: "http://127.0.0.1:9",
};
