import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import pg from "pg";
import { scratchFolder } from "../../scripts/lib/scratch-folder.js";
import { startPortal } from "../../scripts/lib/portal-host.js";
import { makeDemoFolder } from "../../scripts/lib/seeded-demo.js";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";

/** A portal of the built server with a demo as of today, on a separate database. */
export interface SocietyServer {
  readonly url: string;
  /**
   * Runs SQL as the owner of its database, for setups that the product has no screen for, and
   * returns the rows.
   */
  readonly query: <Row>(sql: string) => Promise<Row[]>;
  readonly stop: () => Promise<void>;
}

/** The variable with the folder of the societies' template database, for the workers. */
const folderVariable = "E2E_SOCIETIES";
const template = "akiba";

/**
 * Starts the PostgreSQL server for the societies of the tests. It runs without durability, as
 * nothing outlives the run. Returns the function that stops it.
 */
export async function startSocieties(): Promise<() => Promise<void>> {
  const dataDir = await makeDemoFolder(scratchFolder());
  const { stop } = await startEmbeddedPostgres({ dataDir, fsync: false });
  process.env[folderVariable] = dataDir;
  return async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * Starts a portal on a new copy of the demo's database, with more variables if given. With a
 * moment, the demo's history ends then, and its clock stands still.
 */
export async function startSociety(
  environment: Readonly<Record<string, string>> = {},
  moment: string | null = null,
): Promise<SocietyServer> {
  const database = `society_${randomBytes(6).toString("hex")}`;
  const copied = moment === null ? template : await templateOf(moment);
  await asOwner("postgres", `create database ${database} template ${copied} strategy file_copy`);
  // A copy sends nothing until it is released.
  await asOwner(
    database,
    `insert into database_home (seq, database_id, place, decided_by)
      select max(seq) + 1, akiba_database_id(), '${database}', 'journey' from database_home`,
  );
  // This is no part of what a copy takes over.
  if (moment !== null) await setClock(database, moment);
  const portal = await startOn(database, environment);
  return {
    url: portal.url,
    query: (sql) => asOwner(database, sql),
    async stop() {
      await portal.stop();
      await asOwner("postgres", `drop database ${database} with (force)`);
    },
  };
}

/** Returns the database with the demo as of a moment; the first who asks seeds it. */
async function templateOf(moment: string): Promise<string> {
  const name = `akiba_${moment.replaceAll(/\D/g, "")}`;
  await inTurn(async (client) => {
    const there = await client.query("select from pg_database where datname = $1", [name]);
    if (there.rowCount !== 0) return;
    const seeded = `seeded_${randomBytes(6).toString("hex")}`;
    await client.query(`create database ${seeded} template template0`);
    await setClock(seeded, moment);
    const portal = await startOn(seeded, { DATABASE_OWNER_URL: addressOf(seeded) });
    await portal.stop();
    await client.query(`alter database ${seeded} rename to ${name}`);
  });
  return name;
}

/** Sets the time of a database for its new connections. */
async function setClock(database: string, moment: string): Promise<void> {
  await asOwner("postgres", `alter database ${database} set akiba.now = '${moment}'`);
}

function startOn(database: string, environment: Readonly<Record<string, string>>) {
  return startPortal({
    AKIBA_MODE: "demo",
    DATA_DIR: societiesFolder(),
    ...environment,
    DATABASE_URL: addressOf(database),
    DATABASE_PLACE: database,
  });
}

function addressOf(database: string): string {
  return `postgres://${owner}@localhost:5432/${database}?host=${socketFolder()}`;
}

const owner = "akiba_owner";

async function asOwner<Row>(database: string, sql: string): Promise<Row[]> {
  return connected(database, async (client) => (await client.query(sql)).rows as Row[]);
}

/** Runs a task while no other worker runs one. */
function inTurn<T>(task: (client: pg.Client) => Promise<T>): Promise<T> {
  return connected("postgres", async (client) => {
    await client.query("select pg_advisory_lock(7274490)");
    return task(client);
  });
}

async function connected<T>(database: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: socketFolder(), port: 5432, user: owner, database });
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

function societiesFolder(): string {
  const folder = process.env[folderVariable];
  if (folder === undefined) throw new Error("the societies' database was not started");
  return folder;
}

function socketFolder(): string {
  return `${societiesFolder()}/postgres/cluster`;
}
