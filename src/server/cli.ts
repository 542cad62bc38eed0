import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { holdsAnchor, verifyAuditChain } from "./oversight/audit/verify.ts";
import { runBackup, runRestore, runVerify } from "./cli/backup.ts";
import { runDocumentKeys } from "./cli/document-keys.ts";
import { runDoctor } from "./cli/doctor.ts";
import { runImport } from "./cli/import.ts";
import { runInit } from "./cli/init.ts";
import { runInvite } from "./cli/invite.ts";
import { runJobs } from "./cli/jobs.ts";
import { runMpesa } from "./cli/mpesa.ts";
import { proveBooks } from "./cli/prove-books.ts";
import { runSupportBundle } from "./cli/support-bundle.ts";
import { runUser } from "./cli/user.ts";
import { runUpgrade } from "./cli/upgrade.ts";
import { runRelease } from "./cli/release.ts";
import { asksForHelp, checkGiven, readGiven, UsageError, usageOf } from "./cli/forms.ts";
import { notifyOfMissed } from "./loans/lending/missed-deduction-notices.ts";
import { type Config, givenSettings, loadEnvFile, parseConfig } from "./kernel/platform/config.ts";
import { closeToOthers } from "./kernel/platform/connect-right.ts";
import { Database } from "./kernel/platform/database.ts";
import { migrate, rejectOutdated } from "./kernel/platform/migrate.ts";
import { type OpenedDatabase, openExistingDatabase } from "./kernel/platform/open-database.ts";
import { startFailure } from "./kernel/platform/start-failure.ts";
import { commandLine } from "./kernel/platform/command-line.ts";

// The built program in dist/server and this source are equally deep.
const root = resolve(import.meta.dirname, "../..");
const migrations = join(root, "migrations");

interface Command {
  readonly summary: string;
  /** Returns the exit code. */
  readonly run: (database: Database, given: readonly string[], config: Config) => Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  reconcile: { summary: "add the books up again and say what does not agree", run: proveBooks },
  import: { summary: "check a society's files and, with --commit, import them", run: runImport },
  init: {
    summary: "give a new society its name and phone number",
    run: (database, given) => runInit(database, given),
  },
  invite: {
    summary: "invite staff until two people can approve invitations",
    run: (database, given, { limits }) => runInvite(database, given, limits),
  },
  user: {
    summary: "list the staff, invite the first, unlock codes with two people",
    run: runUser,
  },
  "document-keys": {
    summary: "list the keys that signed documents, or withdraw one",
    run: runDocumentKeys,
  },
  mpesa: {
    summary: "register the addresses of the paybill with M-Pesa",
    run: (_, __, config) => runMpesa(config),
  },
  jobs: {
    summary: "list the automatic tasks and their last runs",
    run: (database) => runJobs(database),
  },
  release: { summary: "let a copied or moved database send and pay again", run: runRelease },
  missed: { summary: "notify guarantors of missed deductions", run: runMissed },
  audit: {
    summary: "verify the audit log, and compare it with a head saved in FILE",
    run: runAudit,
  },
};

/** The portal's own messenger sends what is queued here, now or at its next start. */
async function runMissed(database: Database): Promise<number> {
  const told = await notifyOfMissed(database, () => {});
  console.log(told === 0 ? "No guarantors to notify." : `Notifying ${told} guarantors.`);
  return 0;
}

/** A head of the audit log that the auditor saved outside the portal. */
const anchor = z.object({
  seq: z.string().check(z.regex(/^\d{1,18}$/)),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

async function runAudit(database: Database, given: readonly string[]): Promise<number> {
  const [file] = readGiven("audit", given).positionals;
  const { length, brokenAt, head } = await verifyAuditChain(database);
  console.log(`${length} records; the newest is ${head}`);
  console.log(brokenAt === null ? "Each follows from the one before." : `Broken at ${brokenAt}.`);
  const isHeld = file === undefined || (await holdsTo(database, file));
  return brokenAt === null && isHeld ? 0 : 1;
}

/**
 * Compares the audit log with a head saved outside; if they match, nothing before it was changed.
 */
async function holdsTo(database: Database, file: string): Promise<boolean> {
  const { seq, hash } = anchor.parse(JSON.parse(readFileSync(file, "utf8")));
  const isHeld = await holdsAnchor(database, BigInt(seq), hash);
  const words = isHeld ? "matches the saved head" : "does NOT match the saved head";
  console.log(`Record ${seq} ${words}.`);
  return isHeld;
}

/** Separate from the others, which reject a database that this command has not yet migrated. */
const MIGRATE = ["migrate", "bring the database up to date with this program"] as const;

/** Separate too: it lists every problem, where the others would stop at the first one. */
const DOCTOR = ["doctor", "check everything that the portal depends on"] as const;

/** Separate too: they read or create a database that no portal has served yet. */
const BACKUP = ["backup", "write a backup of the database, or verify one"] as const;
const RESTORE = ["restore", "restore a backup into an empty database"] as const;

/** Separate too: they are for a database that is not up to date or cannot be reached. */
const UPGRADE = ["upgrade", "say what an upgrade by this program would do"] as const;
const SUPPORT = ["support-bundle", "write a file for those who support you"] as const;

const APART = [DOCTOR, UPGRADE, MIGRATE, BACKUP, RESTORE, SUPPORT];

async function runMigrate({ owner, app }: OpenedDatabase): Promise<number> {
  const { applied } = await migrate(owner ?? app, migrations, (client) =>
    closeToOthers(client, app),
  );
  for (const name of applied) console.log(`Applied ${name}.`);
  console.log("The database is up to date.");
  return 0;
}

const summaries: Readonly<Record<string, string>> = {
  ...Object.fromEntries(APART),
  ...Object.fromEntries(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
};

function help(): string {
  const width = Math.max(...Object.keys(summaries).map((name) => name.length));
  const lines = Object.entries(summaries).map(
    ([name, summary]) => `  ${commandLine(name.padEnd(width))}   ${summary}`,
  );
  const more = `${commandLine("COMMAND", "--help")} says how to use one of them.`;
  return ["What the command line does:", "", ...lines, "", more].join("\n");
}

function main([first = "help", ...given]: readonly string[]): Promise<number> | number {
  const [name, isHelp] = ["help", "--help", "-h"].includes(first)
    ? [given.find((word) => !word.startsWith("-")) ?? "help", true]
    : [first, asksForHelp(given)];
  const summary = summaries[name];
  if (summary === undefined) {
    console.log(name === "help" ? help() : `There is no command ${name}.\n\n${help()}`);
    return name === "help" ? 0 : 2;
  }
  if (isHelp) {
    console.log(`${name}: ${summary}\n\n${usageOf(name)}\n\nMore: docs/akiba-${name}.md`);
    return 0;
  }
  try {
    checkGiven(name, given);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.log(`${error.message}\n${usageOf(name)}`);
    return 2;
  }
  return run(name, given);
}

async function run(name: string, given: readonly string[]): Promise<number> {
  const command = commands[name];
  loadEnvFile(root);
  const readConfig = () => parseConfig(process.env, { keepSecrets: false });
  if (name === DOCTOR[0]) return runDoctor(given, readConfig, migrations);
  if (name === SUPPORT[0]) {
    return runSupportBundle(given, { env: givenSettings(), readConfig, migrations });
  }
  const config = readConfig();
  if (name === UPGRADE[0]) return runUpgrade(given, config, migrations);
  if (name === RESTORE[0]) return runRestore(given, config, migrations);
  if (name === BACKUP[0] && given[0] === "verify") {
    return runVerify(given.slice(1), config, migrations);
  }
  const opened = await openExistingDatabase(config);
  // Uncommitted work ends with its connection; the embedded database is released in order.
  process.once("SIGINT", () => {
    console.error("\nStopped. Steps not reported as done were not done.");
    void opened.close().finally(() => process.exit(130));
  });
  try {
    if (name === BACKUP[0]) return await runBackup(opened, given, config);
    if (command === undefined) return await runMigrate(opened);
    await rejectOutdated(opened.app, migrations);
    return await runOn(opened, (database) => command.run(database, given, config));
  } finally {
    await opened.close();
  }
}

async function runOn(
  { access }: OpenedDatabase,
  run: (database: Database) => Promise<number>,
): Promise<number> {
  const database = new Database({ ...access, poolSize: 2 });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(startFailure(error));
  process.exitCode = 1;
}
