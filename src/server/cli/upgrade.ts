import * as z from "zod/mini";
import { backupHours } from "#server/backups/archive/backup-ages.ts";
import type { Config } from "#server/kernel/platform/config.ts";
import { Database, statement } from "#server/kernel/platform/database.ts";
import { type PendingMigration, pendingMigrations } from "#server/kernel/platform/migrate.ts";
import {
  type OpenedDatabase,
  openExistingDatabase,
} from "#server/kernel/platform/open-database.ts";
import { VERSION } from "#shared/version.ts";
import { type Diagnosis, printed } from "./diagnosis.ts";
import { backupWithin, freeBytes } from "./doctor-outside.ts";
import { readGiven, usageOf } from "./forms.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";

const GIBIBYTE = 2 ** 30;

interface Plan {
  readonly from: number;
  readonly to: number;
  readonly pending: readonly PendingMigration[];
  readonly checks: readonly Diagnosis[];
}

/**
 * Says what this program would do to the database at its first start, and what prevents it. Changes
 * nothing. Returns the exit code: 1 if something prevents it, 2 for wrong arguments.
 */
export async function runUpgrade(
  given: readonly string[],
  config: Config,
  migrations: string,
): Promise<number> {
  const { values } = readGiven("upgrade", given);
  if (!values.check) {
    console.log(usageOf("upgrade"));
    return 2;
  }
  const opened = await openExistingDatabase(config);
  try {
    const plan = await planOf(opened, config, migrations);
    const ok = plan.checks.every(({ state }) => state !== "failed");
    if (values.json) console.log(JSON.stringify({ ok, version: VERSION, ...plan }, null, 2));
    else for (const line of report(plan)) console.log(line);
    return ok ? 0 : 1;
  } finally {
    await opened.close();
  }
}

async function planOf(opened: OpenedDatabase, config: Config, folder: string): Promise<Plan> {
  const found = await pendingMigrations(opened.owner ?? opened.app, folder);
  const { version: from, known, pending } = found;
  const server = `PostgreSQL ${found.server}; 15 or later is needed`;
  const checks: Diagnosis[] = [{ check: "database server", state: "ok", text: server }];
  if (pending.length > 0) {
    const age = backupWithin(config.backups.folder, backupHours.beforeUpgrade);
    checks.push({ check: "backup", ...age });
    checks.push({ check: "disk", ...(await room(opened, config)) });
    checks.push({ check: "instances", ...instances(pending) });
    checks.push({ check: "owner", ...owner(opened) });
  }
  return { from, to: Math.max(from, known), pending, checks };
}

const findSize = statement({
  text: "select pg_database_size(current_database())::float8 as bytes",
  row: z.object({ bytes: z.number() }),
});

/**
 * A migration may copy a table, at worst the largest, so free space of the database's own size is
 * enough.
 */
async function room(
  { access }: OpenedDatabase,
  { databaseUrl, dataDir }: Config,
): Promise<Omit<Diagnosis, "check">> {
  const database = new Database({ ...access, poolSize: 1 });
  try {
    const bytes = (await database.one(findSize))[0]?.bytes ?? 0;
    const size = `the database has ${(bytes / GIBIBYTE).toFixed(1)} GiB`;
    if (databaseUrl !== null) {
      return { state: "ok", text: `${size}; have as much free on the disk of its server` };
    }
    const free = await freeBytes(dataDir);
    const text = `${size}, and ${(free / GIBIBYTE).toFixed(1)} GiB are free`;
    return { state: free < bytes ? "failed" : "ok", text };
  } finally {
    await database.close();
  }
}

function instances(pending: readonly PendingMigration[]): Omit<Diagnosis, "check"> {
  const contracting = pending.filter(({ expands }) => !expands);
  if (contracting.length === 0) {
    return { state: "ok", text: "older instances go on beside it: upgrade one after the other" };
  }
  const text = `stop all older instances first: ${contracting.length} migrations are not for them`;
  return { state: "warning", text };
}

function owner({ owner: its }: OpenedDatabase): Omit<Diagnosis, "check"> {
  if (its !== null) return { state: "ok", text: "the owner's address is known" };
  const text = `give DATABASE_OWNER_URL to ${commandLine("migrate")}: the portal may not migrate`;
  return { state: "warning", text };
}

function report({ from, to, pending, checks }: Plan): string[] {
  if (pending.length === 0) {
    const newer = from === to ? "" : " or newer";
    return [`Akiba ${VERSION}: the database is at ${from}, up to date${newer}.`];
  }
  const steps = pending.map(({ name, why, expands }) => {
    return `  ${name}${expands ? " (expands)" : ""}\n      ${why}`;
  });
  const heading = `Akiba ${VERSION} would take the database from ${from} to ${to}:`;
  return [heading, "", ...steps, "", ...printed(checks)];
}
