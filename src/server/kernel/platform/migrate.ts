import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { sqlState } from "./database.ts";
import { type Address, openClient } from "./server-hosts.ts";
import { commandLine } from "./command-line.ts";

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
  /**
   * Whether the previous program can keep running beside it: the migration's file says so, and why.
   */
  expands: boolean;
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
  /** Absent in the history of a backup. */
  expands?: boolean;
}

/** The schema of a database, by the numbers of migrations. */
export interface SchemaState {
  /** The newest that was applied. */
  readonly version: number;
  /**
   * The newest that this program has; the database may be newer, if its migrations allow this
   * program.
   */
  readonly known: number;
  /** The names of those applied just now. */
  readonly applied: readonly string[];
}

const oldestServer = 15;

/** Instances that start together queue here; the lock is released with its transaction. */
export const oneAtATime = "select pg_advisory_xact_lock(7274481)";

const bookkeeping = `
  create table if not exists schema_migration (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

/** Checks a database before anything in it changes; throws if it must not be used. */
export type Inspection = (client: Client) => Promise<void>;

/**
 * Brings a database up to the newest migration of a folder, each in one transaction with its
 * record; safe for several instances at once. Throws when the server is too old or its history is
 * not that of the folder, except for later migrations that expand.
 */
export async function migrate(
  ownerConnection: Address,
  directory: string,
  inspect: Inspection = async () => {},
): Promise<SchemaState> {
  const migrations = await readMigrations(directory);
  const known = migrations.length;
  return withClient(ownerConnection, async (client) => {
    await rejectOldServer(client);
    await inspect(client);
    const version = await versionOf(client, migrations);
    if (version !== null && version >= known) return { version, known, applied: [] };
    const applied: string[] = [];
    for (;;) {
      const name = await applyNext(client, migrations);
      if (name === null)
        return { version: (await versionOf(client, migrations)) ?? 0, known, applied };
      applied.push(name);
    }
  });
}

/**
 * Throws an error that names `akiba migrate` when a database lacks migrations of a folder, and one
 * that names the newer program when it has some that this program cannot serve.
 */
export async function rejectOutdated(
  connection: Address,
  directory: string,
  inspect: Inspection = async () => {},
): Promise<SchemaState> {
  const migrations = await readMigrations(directory);
  const known = migrations.length;
  return withClient(connection, async (client) => {
    // In a transaction: behind a pooler, the role would stay with a connection that others use.
    await client.query("begin read only");
    await rejectOldServer(client);
    const mayRead = await takeApplicationRole(client);
    const version = (mayRead && (await versionOf(client, migrations))) || 0;
    if (version < known) throw new Error(outdated);
    await inspect(client);
    await client.query("commit");
    return { version, known, applied: [] };
  });
}

/** A migration that a database still lacks. */
export interface PendingMigration {
  readonly name: string;
  /** The reason that its file gives. */
  readonly why: string;
  readonly expands: boolean;
}

interface Pending extends Omit<SchemaState, "applied"> {
  /** The version of PostgreSQL. */
  readonly server: string;
  readonly pending: readonly PendingMigration[];
}

/** Returns what `migrate` would apply; throws where it would throw, and changes nothing. */
export async function pendingMigrations(connection: Address, directory: string): Promise<Pending> {
  const migrations = await readMigrations(directory);
  return withClient(connection, async (client) => {
    const server = await rejectOldServer(client);
    const version = (await versionOf(client, migrations)) ?? 0;
    const pending = migrations.slice(version).map(({ name, sql, expands }) => {
      return { name, why: reasonIn(sql), expands };
    });
    return { server, version, known: migrations.length, pending };
  });
}

/** The comment that a migration begins with, on one line. */
function reasonIn(sql: string): string {
  const [comment = ""] = /^(?:-- .*\n)+/.exec(sql) ?? [];
  const [why = ""] = comment.split("-- Expands: ");
  return why
    .replace(/^-- Why: /, "")
    .replaceAll(/\n?-- /g, " ")
    .trim();
}

const outdated =
  `The database is older than this program. Run ${commandLine("migrate")} with ` +
  "DATABASE_OWNER_URL, " +
  "or give the portal DATABASE_OWNER_URL so that it migrates at its start: docs/operations.md.";

async function withClient<T>(connection: Address, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await openClient(connection);
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** False on a server where nothing of ours was migrated, or where another role did it. */
async function takeApplicationRole(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_roles where rolname = 'akiba_app' and pg_has_role(oid, 'member')",
  );
  if (rowCount === 0) return false;
  await client.query("set local role akiba_app");
  return true;
}

/** Whether a table exists, without an error in the server's log when it does not. */
export async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass($1) is not null as there",
    [name],
  );
  return rows[0]?.there === true;
}

// The column is there since the migration that added it.
const readHistory = `select version, name, checksum,
    coalesce((to_jsonb(done) ->> 'expands')::boolean, false) as expands
  from schema_migration as done order by version`;
const NOT_ALLOWED = "42501";

/**
 * Returns the newest migration of a database, or null if it has no history that may be read. Reads
 * without a lock, which is enough when there is nothing to do, as at most starts.
 */
async function versionOf(client: Client, migrations: Migration[]): Promise<number | null> {
  if (!(await hasTable(client, "schema_migration"))) return null;
  try {
    const { rows } = await client.query<Applied>(readHistory);
    rejectOtherHistory(rows, migrations);
    return rows.length;
  } catch (error) {
    // The application may read the history since the migration that stores the mode.
    if (sqlState(error) === NOT_ALLOWED) return null;
    throw error;
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).toSorted();
  const migrations = await Promise.all(files.map((file) => readMigration(directory, file)));
  for (const [index, migration] of migrations.entries()) {
    if (migration.version !== index + 1) {
      throw new Error(
        `${migration.name} should be migration ${index + 1}: they are numbered without gaps.`,
      );
    }
  }
  return migrations;
}

async function readMigration(directory: string, file: string): Promise<Migration> {
  const version = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
  if (!version) throw new Error(`${file} is not named like 0001-what-it-does.sql.`);
  // The same text with other line endings is the same migration.
  const sql = (await readFile(join(directory, file), "utf8")).replaceAll("\r\n", "\n");
  const checksum = createHash("sha256").update(sql).digest("hex");
  const expands = /^-- Expands: \S/m.test(sql);
  return { version: Number(version), name: file.replace(/\.sql$/, ""), sql, checksum, expands };
}

/** Returns the version of a server that is new enough. */
async function rejectOldServer(client: Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "unknown";
  if (!(Number.parseInt(version, 10) >= oldestServer)) {
    throw new Error(`PostgreSQL ${oldestServer} or later is needed; this server is ${version}.`);
  }
  return version;
}

/** How many times a migration is tried if it deadlocks with instances that are serving. */
const TRIES = 5;

/** The name of the migration it applied, or null when there was none left. */
async function applyNext(
  client: Client,
  migrations: Migration[],
  tries = TRIES,
): Promise<string | null> {
  await client.query("begin");
  try {
    const name = await applyNextWithin(client, migrations);
    await client.query("commit");
    return name;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    if (tries > 1 && isDeadlock(error)) return applyNext(client, migrations, tries - 1);
    throw error;
  }
}

function isDeadlock(error: unknown): boolean {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return code === "40P01" || (cause instanceof Error && isDeadlock(cause));
}

/** The same in the transaction of the caller. */
async function applyNextWithin(client: Client, migrations: Migration[]): Promise<string | null> {
  await client.query(oneAtATime);
  // A migration may take longer than a request.
  await client.query("set local statement_timeout = 0");
  await client.query(bookkeeping);
  const { rows } = await client.query<Applied>(readHistory);
  rejectOtherHistory(rows, migrations);
  const next = migrations[rows.length];
  if (next === undefined) return null;
  await run(client, next);
  await client.query("insert into schema_migration (version, name, checksum) values ($1, $2, $3)", [
    next.version,
    next.name,
    next.checksum,
  ]);
  if (next.expands) await client.query(markExpanding, [next.version]);
  return next.name;
}

const markExpanding = "update schema_migration set expands = true where version = $1";

/**
 * Applies migrations up to a version, or all of them, in the transaction of the caller, for a
 * restore that is kept whole or not at all. Returns the names of those applied.
 */
export async function migrateWithin(
  client: Client,
  directory: string,
  version = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  await rejectOldServer(client);
  const migrations = (await readMigrations(directory)).slice(0, version);
  const applied: string[] = [];
  for (;;) {
    const name = await applyNextWithin(client, migrations);
    if (name === null) return applied;
    applied.push(name);
  }
}

/** Throws an error for the operator if a history is not the beginning of a folder's migrations. */
export async function rejectUnknownHistory(history: Applied[], directory: string): Promise<void> {
  rejectOtherHistory(history, await readMigrations(directory));
}

async function run(client: Client, migration: Migration): Promise<void> {
  const before = await transactionId(client);
  try {
    await client.query(migration.sql);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`Migration ${migration.name} failed, and nothing of it was kept: ${reason}`, {
      cause: error,
    });
  }
  if ((await transactionId(client)) !== before) {
    throw new Error(`Migration ${migration.name} ends its own transaction, which it must not.`);
  }
}

async function transactionId(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>("select pg_current_xact_id()::text as id");
  return rows[0]?.id;
}

function rejectOtherHistory(applied: Applied[], migrations: Migration[]): void {
  for (const [index, record] of applied.entries()) {
    const migration = migrations[index];
    if (!migration) {
      if (record.expands === true) continue;
      throw new Error(
        `The database has migration ${record.name}, which this program does not know: ` +
          "it was used by a newer version, beside which this one cannot serve. Start that one, " +
          "or restore a backup.",
      );
    }
    if (migration.name !== record.name || migration.checksum !== record.checksum) {
      throw new Error(
        `Migration ${record.name} is not what this database was built with (${migration.name} ` +
          "was changed after it was applied). Undo the change; write a new migration instead.",
      );
    }
  }
}
