import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { alertKinds } from "#shared/alert-kinds.ts";
import { builtFrom } from "#server/kernel/platform/built-from.ts";
import type { Config } from "#server/kernel/platform/config.ts";
import { Database, statement } from "#server/kernel/platform/database.ts";
import { openExistingDatabase } from "#server/kernel/platform/open-database.ts";
import { startFailure } from "#server/kernel/platform/start-failure.ts";
import { jobStandings } from "#server/oversight/alerts/job-standings.ts";
import { VERSION } from "#shared/version.ts";
import { machineTime } from "./diagnosis.ts";
import { diagnose } from "./doctor.ts";
import { readGiven } from "./forms.ts";
import { scrubbed, shownSettings } from "./harmless-settings.ts";
import { loggedLines } from "./logged-lines.ts";

const MAX_LINES = 1000;

type Environment = Readonly<Record<string, string | undefined>>;

interface Bundled {
  /** The settings as they are given, which may be unusable. */
  readonly env: Environment;
  readonly readConfig: () => Config;
  /** The folder of the program's migrations. */
  readonly migrations: string;
}

/**
 * Writes one file for support, by allow-list: it contains no personal data and no secrets. Returns
 * the exit code.
 */
export async function runSupportBundle(
  given: readonly string[],
  bundled: Bundled,
): Promise<number> {
  const { to, log } = readGiven("support-bundle", given).values;
  const made = new Date(machineTime()).toISOString();
  const content = {
    made,
    program: { version: VERSION, commit: builtFrom, node: process.version, on: process.platform },
    settings: shownSettings(bundled.env),
    doctor: await examined(bundled),
    database: await databaseFacts(bundled),
    log:
      log === undefined ? [] : loggedLines(readFileSync(log === "-" ? 0 : log, "utf8"), MAX_LINES),
  };
  const name = `akiba-support-${made.replaceAll(/[-:.]/g, "")}.json`;
  console.log(write(name, `${JSON.stringify(content, null, 1)}\n`, to));
  console.log("Read it before you send it: it is plain text, and should name nobody.");
  return 0;
}

/** Writes the file and returns its path. */
function write(name: string, text: string, folder?: string): string {
  const path = resolve(folder ?? ".", name);
  try {
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
    return path;
  } catch (error) {
    // The package runs the command as the user akiba, who may not write to the folder of root.
    if (folder !== undefined) throw error;
    return write(name, text, tmpdir());
  }
}

async function examined({ env, readConfig, migrations }: Bundled) {
  const found = await diagnose(readConfig, migrations);
  return found.map(({ text, ...rest }) => ({ ...rest, text: scrubbed(text, env) }));
}

const findMigrations = statement({
  text: "select version, applied_at from schema_migration order by version",
  row: z.object({ version: z.int(), applied_at: z.date() }),
});

const findAlerts = statement({
  text: `select kind, first_seen_at, last_seen_at, resolved_at from alert
    where kind = any($1) order by id desc limit 100`,
  row: z.object({
    kind: z.enum(alertKinds),
    first_seen_at: z.date(),
    last_seen_at: z.date(),
    resolved_at: z.nullable(z.date()),
  }),
});

const findTables = statement({
  text: `select c.relname as name, c.reltuples::float8 as rows,
      pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by bytes desc, name`,
  row: z.object({ name: z.string(), rows: z.number(), bytes: z.number() }),
});

/** The settings of PostgreSQL that are numbers, switches or one of a few words. */
const serverSettings = `autovacuum checkpoint_timeout data_checksums default_transaction_isolation
  effective_cache_size fsync full_page_writes jit lock_timeout maintenance_work_mem max_connections
  max_prepared_transactions max_wal_size password_encryption random_page_cost server_encoding
  server_version_num shared_buffers ssl statement_timeout synchronous_commit wal_level
  work_mem`.split(/\s+/);

const findSettings = statement({
  text: "select name, setting as value, unit from pg_settings where name = any($1) order by name",
  row: z.object({ name: z.string(), value: z.string(), unit: z.nullable(z.string()) }),
});

/** Facts about the database without personal data, or the reason why there are none. */
async function databaseFacts({ env, readConfig }: Bundled) {
  try {
    const opened = await openExistingDatabase(readConfig());
    const database = new Database({ ...opened.access, poolSize: 1 });
    try {
      return {
        migrations: await database.one(findMigrations),
        jobs: await jobStandings(database.oneStatementSnapshot()),
        alerts: await database.one(findAlerts, [alertKinds]),
        tables: await database.one(findTables),
        settings: await database.one(findSettings, [serverSettings]),
      };
    } finally {
      await database.close();
      await opened.close();
    }
  } catch (error) {
    return { failed: scrubbed(startFailure(error), env) };
  }
}
