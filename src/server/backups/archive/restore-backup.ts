import { findingsIn } from "#server/ledger/journal/reconcile.ts";
import { followAuditChain } from "#server/oversight/audit/verify.ts";
import { closeToOthers } from "#server/kernel/platform/connect-right.ts";
import {
  type Connection,
  type CopySession,
  duringCopy,
} from "#server/kernel/platform/copy-session.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { migrateWithin, rejectUnknownHistory } from "#server/kernel/platform/migrate.ts";
import { sameText, tablesOf, totalsOf } from "./catalogue.ts";
import type { AskPassphrase } from "./chunks.ts";
import { rejectNonEmpty } from "./empty-database.ts";
import type { Manifest } from "./frames.ts";
import { loadTables } from "./load-tables.ts";
import { rowsOf, type Tell } from "./make-backup.ts";
import { checkArchive, type Contents, framesOfFile, TableDigest } from "./read-archive.ts";

interface RestoreOptions {
  readonly path: string;
  readonly ask: AskPassphrase;
  /** The folder of the program's migrations. */
  readonly migrations: string;
  readonly tell?: Tell;
}

interface Target {
  /** The owner of the empty database. */
  readonly owner: Connection;
  /** The portal's own role, which alone may connect afterwards; null leaves that as it is. */
  readonly portal: Connection | null;
  /** False proves the backup and leaves the database empty. */
  readonly keep: boolean;
}

/** The contents of a restored database. */
export interface Restored extends Contents {
  readonly applied: readonly string[];
  readonly auditRecords: bigint;
}

/**
 * Checks a file from its first byte to its last, without a database, and that this program knows
 * its version. Throws an error for the operator.
 */
export async function verifyBackup(options: RestoreOptions): Promise<Contents> {
  const contents = await checkArchive(options.path, options.ask);
  await rejectUnknownHistory(contents.header.migrations, options.migrations);
  return contents;
}

/**
 * Restores a verified backup into an empty database, in one transaction: the schema of its version,
 * its rows, the later migrations, then the reconciler and the audit chain. If anything fails, or
 * the connection breaks, the database is as empty as before.
 */
export function restoreBackup(options: RestoreOptions, target: Target): Promise<Restored> {
  return duringCopy(target.owner, async (session) => {
    await session.runAll(`begin; ${sameText}; set local lock_timeout = '30s'`);
    const restored = await restoreWithin(session, options);
    if (target.keep && target.portal !== null) await closeToOthers(session.client, target.portal);
    await session.run(target.keep ? "commit" : "rollback");
    return restored;
  });
}

async function restoreWithin(session: CopySession, options: RestoreOptions): Promise<Restored> {
  const { path, ask, migrations, tell = () => {} } = options;
  const verified = await verifyBackup(options);
  const version = verified.header.migrations.length;
  await rejectNonEmpty(session);
  tell(`creating the schema of version ${version}`);
  await migrateWithin(session.client, migrations, version);
  const contents = await loadTables(session, framesOfFile(path, ask), tell);
  await compareRows(session, contents.manifest, tell);
  tell("applying later migrations");
  const applied = await migrateWithin(session.client, migrations);
  await session.run("analyze");
  const auditRecords = await rejectWrongBooks(session.snapshot, tell);
  return { ...contents, applied, auditRecords };
}

/** Reads every table back: its text must be the very bytes that were in the backup. */
async function compareRows(session: CopySession, manifest: Manifest, tell: Tell): Promise<void> {
  tell("comparing every table with the backup");
  const tables = await tablesOf(session);
  for (const table of tables) {
    const digest = new TableDigest();
    for await (const bytes of rowsOf(session, table)) digest.take(bytes);
    const wanted = manifest.tables.find(({ name }) => name === table.name);
    if (digest.end().digest !== wanted?.digest) {
      throw new Error(`The table ${table.name} is not restored as it was. Nothing was kept.`);
    }
  }
  if (JSON.stringify(await totalsOf(session)) !== JSON.stringify(manifest.totals)) {
    throw new Error("The totals of the ledger are not those of the backup. Nothing was kept.");
  }
}

const STRETCH = 25_000;

/** Returns the number of audit records; throws if the books or the audit log do not agree. */
async function rejectWrongBooks(snapshot: Snapshot, tell: Tell): Promise<bigint> {
  tell("reconciling the books");
  const findings = await findingsIn(snapshot);
  const [first] = findings;
  if (first !== undefined) {
    throw new Error(
      `The books in this backup do not agree: ${findings.length} findings, the first is ` +
        `${first.check} of ${first.subject}. Nothing was kept.`,
    );
  }
  tell("verifying the audit log");
  for (let after = 0n; ;) {
    const followed = await followAuditChain(snapshot, after, STRETCH);
    if (followed.brokenAt !== null) {
      const at = followed.brokenAt;
      throw new Error(`The audit log in this backup is broken at ${at}. Nothing was kept.`);
    }
    if (followed.isEnd) return followed.length;
    after = followed.to;
  }
}
