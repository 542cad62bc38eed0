import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { makeFolder } from "#server/kernel/platform/make-folder.ts";
import {
  type Connection,
  type CopySession,
  duringCopy,
  quoted,
} from "#server/kernel/platform/copy-session.ts";
import { sqlState } from "#server/kernel/platform/database.ts";
import { historyOf, sameText, sequencesOf, type Table, tablesOf, totalsOf } from "./catalogue.ts";
import { closeChunks } from "./chunks.ts";
import { FrameWriter, type Manifest, type Sequences, type TableFacts } from "./frames.ts";
import { lowerPriority } from "./low-priority.ts";
import { writeWhole } from "./part-file.ts";
import { TableDigest } from "./read-archive.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";

/** Reports progress to the person who waits. */
export type Tell = (text: string) => void;

interface BackupOptions {
  /** The owner, or a role with the rights of the application. */
  readonly connection: Connection;
  readonly folder: string;
  /** If null, anybody who gets the file can read it. */
  readonly passphrase: string | null;
  /** Whether this program runs the database, so that its part can have a low priority too. */
  readonly isEmbedded?: boolean;
  readonly tell?: Tell;
}

/** A finished backup. */
export interface Backup {
  readonly path: string;
  /** By the database's clock. */
  readonly madeAt: Date;
  readonly bytes: number;
  readonly manifest: Manifest;
}

/**
 * Writes all tables and sequences of one snapshot to a file in the folder, while others continue to
 * write. Needs little memory, whatever the size. Throws an error for the operator if this role
 * cannot read everything.
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  try {
    return await duringCopy(options.connection, (session) => writeBackup(session, options));
  } catch (error) {
    if (sqlState(error) !== "42501") throw error;
    throw new Error(
      `This role may not read everything (${(error as Error).message}). Give the owner's address ` +
        `as DATABASE_OWNER_URL, or bring the database up to date: ${commandLine("migrate")}.`,
      { cause: error },
    );
  }
}

async function writeBackup(session: CopySession, options: BackupOptions): Promise<Backup> {
  if (options.isEmbedded === true) lowerPriority(await backendOf(session));
  makeFolder(options.folder, 0o700);
  const { madeAt, server } = await beginSnapshot(session);
  const path = join(options.folder, nameAt(madeAt));
  const written: { manifest: Manifest | null } = { manifest: null };
  const facts = { madeAt, server, program: PROGRAM };
  const frames = async function* () {
    written.manifest = yield* framesOf(session, facts, options.tell ?? (() => {}));
  };
  await writeWhole(path, async (file) => {
    const close = (bytes: AsyncIterable<Buffer>) => closeChunks(bytes, options.passphrase);
    await pipeline(frames, createGzip({ level: 1 }), close, async (closed) => {
      for await (const bytes of closed) await file.appendFile(bytes);
    });
  });
  await session.run("commit");
  if (written.manifest === null) throw new Error("the backup has no manifest");
  const { size } = await stat(path);
  return { path, madeAt: new Date(madeAt), bytes: size, manifest: written.manifest };
}

/** The backend process that reads the tables for this session. */
async function backendOf(session: CopySession): Promise<number> {
  const [found] = await session.rows<{ pid: number }>("select pg_backend_pid() as pid");
  if (found === undefined) throw new Error("the server does not tell its process");
  return found.pid;
}

/** The program that wrote a backup, for people; the migrations say what can read it. */
const PROGRAM = "akiba";

/** A migration waits for this lock, so that no table changes its columns during the snapshot. */
const holdOffMigrations = "select pg_advisory_lock_shared(7274481)";

async function beginSnapshot(session: CopySession): Promise<{ madeAt: string; server: string }> {
  await session.run(holdOffMigrations);
  await session.runAll(`begin isolation level repeatable read read only; ${sameText}`);
  const [found] = await session.rows<{ at: Date; server: string }>(
    "select now() as at, current_setting('server_version') as server",
  );
  if (found === undefined) throw new Error("the server does not tell the time");
  return { madeAt: found.at.toISOString(), server: found.server };
}

function nameAt(instant: string): string {
  return `akiba-${instant.slice(0, 19).replaceAll(/[-:]/g, "")}Z.backup`;
}

type Facts = Readonly<Record<"madeAt" | "server" | "program", string>>;

async function* framesOf(session: CopySession, facts: Facts, tell: Tell) {
  const writer = new FrameWriter();
  const migrations = await historyOf(session);
  yield writer.frame({ kind: "header", value: { format: 1, ...facts, migrations } });
  const tables = await tablesOf(session);
  const done: TableFacts[] = [];
  for (const table of tables) {
    tell(`${done.length + 1}/${tables.length} ${table.name}`);
    yield writer.frame({ kind: "table", value: { ...table, columns: [...table.columns] } });
    const digest = new TableDigest();
    for await (const bytes of rowsOf(session, table)) {
      digest.take(bytes);
      yield writer.frame({ kind: "data", bytes });
    }
    const end = digest.end();
    yield writer.frame({ kind: "tableEnd", value: end });
    done.push({ name: table.name, ...end });
  }
  yield writer.frame({ kind: "sequences", value: await readSequences(session) });
  const manifest = { tables: done, totals: await totalsOf(session), before: writer.digest };
  yield writer.frame({ kind: "manifest", value: manifest });
  return manifest;
}

/** Streams the rows of a table as COPY writes them. */
export function rowsOf(session: CopySession, table: Table): AsyncIterable<Buffer> {
  const columns = table.columns.map((column) => quoted(column)).join(", ");
  const text = `copy public.${quoted(table.name)} (${columns}) to stdout`;
  return session.copyOut(text);
}

/** Reads them last: a sequence that has moved on since the snapshot is ahead of its rows. */
async function readSequences(session: CopySession): Promise<Sequences> {
  const found: Sequences = [];
  for (const name of await sequencesOf(session)) {
    const [state] = await session.rows<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from public.${quoted(name)}`,
    );
    if (state !== undefined) found.push({ name, last: state.last, isCalled: state.is_called });
  }
  return found;
}
