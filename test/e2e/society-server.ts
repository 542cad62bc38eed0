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
  const database = `society_${randomBytes(6).toString("hex")}`;
  await asOwner("postgres", `create database ${database} template ${template} strategy file_copy`);
  // A copy sends nothing until it is released.
  await asOwner(
    database,
    `insert into database_home (seq, database_id, place, decided_by)
      select max(seq) + 1, akiba_database_id(), '${database}', 'journey' from database_home`,
  );
  const portal = await startPortal({
    AKIBA_MODE: "demo",
    DATA_DIR: societiesFolder(),
    ...environment,
    DATABASE_URL: `postgres://${owner}@localhost:5432/${database}?host=${socketFolder()}`,
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
