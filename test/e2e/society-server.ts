import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import pg from "pg";
import { scratchFolder } from "../../scripts/lib/scratch-folder.js";
import { startPortal } from "../../scripts/lib/portal-host.js";
import { makeDemoFolder } from "../../scripts/lib/seeded-demo.js";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";

/** A portal of the built server with a demo as of today, on a database of its own. */
export interface SocietyServer {
  readonly url: string;
  /**
   * Runs SQL as the owner of its database, for setups that the product has no screen for, and
   * returns the rows.
   */
  readonly query: <Row>(sql: string) => Promise<Row[]>;
  readonly stop: () => Promise<void>;
}

/** The variable that tells the workers the folder of the societies' template database. */
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

/** Starts a portal on a new copy of the demo's database, with more variables if given. */
export async function startSociety(
  environment: Readonly<Record<string, string>> = {},
): Promise<SocietyServer> {
  const database = newName();
  await asOwner("postgres", `create database ${database} template ${template} strategy file_copy`);
  // A copy sends nothing until it is released.
  await asOwner(
    database,
    `insert into database_home (seq, database_id, place, decided_by)
      select max(seq) + 1, akiba_database_id(), '${database}', 'journey' from database_home`,
  );
  return serve(database, environment);
}

/**
 * Starts a portal whose time stands still at an instant, on a new database that it seeds with the
 * demo as of that day: the same figures, dates and numbers on every day on which a test runs.
 */
export async function startSocietyAt(
  moment: string,
  environment: Readonly<Record<string, string>>,
): Promise<SocietyServer> {
  const database = newName();
  await asOwner("postgres", `create database ${database} template template0`);
  await asOwner("postgres", `alter database ${database} set akiba.now = '${moment}'`);
  return serve(database, { ...environment, DATABASE_OWNER_URL: addressOf(database) });
}

function newName(): string {
  return `society_${randomBytes(6).toString("hex")}`;
}

async function serve(
  database: string,
  environment: Readonly<Record<string, string>>,
): Promise<SocietyServer> {
  const portal = await startPortal({
    AKIBA_MODE: "demo",
    DATA_DIR: societiesFolder(),
    ...environment,
    DATABASE_URL: addressOf(database),
    DATABASE_PLACE: database,
  });
  return {
    url: portal.url,
    query: (sql) => asOwner(database, sql),
    async stop() {
      await portal.stop();
      await asOwner("postgres", `drop database ${database} with (force)`);
    },
  };
}

const owner = "akiba_owner";

function addressOf(database: string): string {
  return `postgres://${owner}@localhost:5432/${database}?host=${socketFolder()}`;
}

async function asOwner<Row>(database: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ host: socketFolder(), port: 5432, user: owner, database });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows as Row[];
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
