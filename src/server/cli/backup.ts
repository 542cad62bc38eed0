import { resolve } from "node:path";
import { runWhenIdle } from "#server/backups/archive/low-priority.ts";
import { makeBackup } from "#server/backups/archive/make-backup.ts";
import { restoreBackup, verifyBackup } from "#server/backups/archive/restore-backup.ts";
import type { Contents } from "#server/backups/archive/read-archive.ts";
import { withScratchDatabase } from "#server/backups/archive/scratch-database.ts";
import type { Config } from "#server/kernel/platform/config.ts";
import { type OpenedDatabase, openDatabase } from "#server/kernel/platform/open-database.ts";
import { readGiven, usageOf } from "./forms.ts";
import { askPassphrase, newPassphrase } from "./passphrase.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";

/** Progress goes to stderr, so that stdout holds the result alone. */
const tell = (text: string) => console.error(text);

/** Makes a backup while the portal serves, or verifies one; returns the exit code. */
export async function runBackup(opened: OpenedDatabase, given: readonly string[], config: Config) {
  const { values } = readGiven("backup", given);
  const folder = values.to ?? config.backups.folder;
  if (folder === null) {
    console.log(`Name a folder, best on another disk:\n${usageOf("backup")}`);
    return 2;
  }
  const isPooled = opened.access.settingsBy === "transaction";
  // The owner's address may name the pooler too; DATABASE_DIRECT_URL does not.
  const connection = (isPooled ? null : opened.owner) ?? opened.direct;
  if (connection === null) throw new Error(DIRECT_NEEDED);
  runWhenIdle(process.pid);
  const { passphrase } = config.backups;
  const secret = passphrase ?? (values.encrypt ? await newPassphrase() : null);
  const made = await makeBackup({
    connection,
    folder: resolve(folder),
    passphrase: secret,
    isEmbedded: config.databaseUrl === null,
    tell,
  });
  const { tables, totals } = made.manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(made.path);
  console.log(
    `${made.bytes} bytes, ${tables.length} tables, ${rows} rows, ${totals.entries} entries`,
  );
  if (secret === null) console.log("It is not encrypted: keep it where only you can read it.");
  return 0;
}

/** Verifies a file, with `--into-scratch` by restoring it; returns the exit code. */
export async function runVerify(given: readonly string[], config: Config, migrations: string) {
  const { values, positionals } = readGiven("backup verify", given);
  const [path = ""] = positionals;
  const options = { path, ask: askPassphrase(config), migrations, tell };
  printContents(await verifyBackup(options));
  if (values["into-scratch"]) {
    await withScratchDatabase(config.backups.scratchUrl, (owner) =>
      restoreBackup(options, { owner, portal: null, keep: false }),
    );
    console.log("It was restored into a scratch database: the books and the audit log agree.");
  }
  return 0;
}

/** Restores a file into the empty database of the configuration; returns the exit code. */
export async function runRestore(given: readonly string[], config: Config, migrations: string) {
  const [path = ""] = readGiven("restore", given).positionals;
  const options = { path, ask: askPassphrase(config), migrations, tell };
  // Before a database is opened, which would create an embedded one.
  await verifyBackup(options);
  const opened = await openDatabase(config);
  try {
    const owner = opened.owner;
    if (owner === null) throw new Error(OWNER_NEEDED);
    const restored = await restoreBackup(options, { owner, portal: opened.app, keep: true });
    printContents(restored);
    for (const name of restored.applied) console.log(`Applied ${name}.`);
    console.log(`The books agree. ${restored.auditRecords} audit records follow each other.`);
    console.log(`Restored. It sends and pays nothing until ${commandLine("release")}.`);
  } finally {
    await opened.close();
  }
  return 0;
}

const OWNER_NEEDED =
  "A restore creates the tables, so it needs the owner of the database: set DATABASE_OWNER_URL.";

const DIRECT_NEEDED =
  "A backup needs a connection of its own, which no pooler shares: set DATABASE_DIRECT_URL to " +
  "the address of the server itself.";

function printContents({ header, manifest }: Contents): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const newest = header.migrations.at(-1)?.name ?? "";
  console.log(`Made ${header.madeAt} on PostgreSQL ${header.server}, version ${newest}`);
  console.log(`${manifest.tables.length} tables, ${rows} rows, every digest agrees`);
}
