import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { ChosenDays, ChosenReading } from "#shared/contract/kernel/file-reading.ts";
import type { importSteps } from "#shared/contract/imports/desk.ts";
import { faultsIn } from "#server/imports/engine/file-faults.ts";
import { headingsDigest } from "#server/imports/engine/headings.ts";
import { recordedFigures } from "#server/imports/engine/import-totals.ts";
import {
  type ImportProgress,
  importInto,
  type ImportReport,
} from "#server/imports/engine/import-files.ts";
import { forgetCheck, keepCheck, keepFindings } from "#server/imports/engine/stored-check.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import {
  copyMapping,
  insertUpload,
  keepRepeats,
  rememberMapping,
  updateMapping,
  updateReading,
} from "#server/imports/engine/uploads.ts";
import { requireShownImport } from "#server/imports/engine/shown-import.ts";
import { rejectUntracked } from "#server/imports/engine/undo-obstacles.ts";
import { undoRun } from "#server/imports/engine/undo-run.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { staffNoOf } from "#server/kernel/platform/staff-names.ts";
import { insistedRows } from "./approvals.ts";
import * as queries from "./queries.ts";
import { chosenNames, proposePlaces, readDays, readPlaces } from "./column-places.ts";
import { type Declared, foundIn } from "./control-totals.ts";
import {
  correctedReading,
  faultsOf,
  formatOf,
  preview,
  seeFile,
  type SeenFile,
} from "./file-preview.ts";
import { percentOf } from "./import-progress.ts";

type Tell = (percent: number) => void;

/** How to read the files of an import. */
interface Reading {
  readonly reading: FileReadingQueue;
  readonly tell: Tell;
}

/** Locks an import for a change; of two at once the second is asked to wait a moment. */
async function hold(work: UnitOfWork, id: bigint, state: "draft" | "prepared" | "posted" | null) {
  const held = await work.first(queries.lockImport, [id]);
  if (held === null) {
    const exists = (await queries.importExists(work, id)) !== null;
    throw exists ? new Problem("in-progress", { retryAfter: 1 }) : new Problem("no-such-import");
  }
  if (state !== null && held.state !== state) throw new Problem("import-state");
  return held;
}

/** An import and its actor, as the audit log names them. */
interface Doing {
  readonly importId: bigint;
  readonly by: string;
}

async function note(
  work: UnitOfWork,
  { importId: id, by }: Doing,
  step: (typeof importSteps)[number],
  detail = "",
): Promise<void> {
  await work.run(
    "insert into import_step (batch_id, step, taken_by, detail) values ($1, $2, $3, $4)",
    [id, step, by, detail],
  );
  work.audit({ action: `import-${step}`, subject: `import:${id}`, detail: { said: detail } });
}

const insertBatch = statement({
  text: `insert into import_batch (origin, state, created_by) values ('page', 'draft', $1)
    returning id`,
  row: z.object({ id: z.bigint() }),
});

const MAX_FILES = 12;

interface Taking {
  readonly by: string;
  readonly into?: bigint | undefined;
  readonly replaces?: bigint | undefined;
}

/** Uploads a file and proposes its columns; the same file exists once. Returns its import's id. */
export async function takeIn(
  work: UnitOfWork,
  seen: SeenFile,
  { by, into, replaces }: Taking,
  limits: Limits,
): Promise<bigint> {
  const id = into ?? (await work.first(insertBatch, [by]))?.id ?? 0n;
  await hold(work, id, "draft");
  if (replaces !== undefined) await setAside(work, id, replaces);
  const before = await queries.countedFiles(work, id, replaces);
  if ((before?.files ?? 0) >= MAX_FILES) throw tooMuch("file.many");
  if ((before?.rows ?? 0) + seen.rows > limits.uploadRows) throw tooMuch("file.rows");
  await rejectKnown(work, seen.sha256);
  const format = formatOf(seen.kind);
  const remembered = await queries.rememberedOf(work, seen.kind, seen.signature);
  const proposed = proposePlaces(format, seen.header, remembered);
  const upload = { ...seen, proposed, importId: id, by, replaces };
  const written = await insertUpload(work, upload);
  if (written === 0) await rejectKnown(work, seen.sha256);
  await forgetCheck(work, id);
  await note(work, { importId: id, by }, "uploaded", seen.fileName);
  return id;
}

function tooMuch(problem: "file.many" | "file.rows"): Problem {
  return faultsIn([{ row: 0, column: "", problem }]);
}

async function rejectKnown(work: UnitOfWork, sha256: string): Promise<void> {
  const known = await queries.knownFile(work, sha256);
  if (known === null) return;
  const { id, name, on, by } = known;
  const values = { id: String(id), name, day: on, who: staffNoOf(by) };
  throw new Problem("import-known", { values });
}

async function setAside(work: UnitOfWork, id: bigint, file: bigint): Promise<string> {
  const found = await queries.fileOf(work, id, file);
  if (found === null) throw new Problem("no-such-file");
  await work.run("delete from import_finding where batch_id = $1", [id]);
  await work.run(
    "update import_upload set is_replaced = true, is_live = false, content = null where id = $1",
    [file],
  );
  return found.name;
}

interface Rereading extends Doing {
  readonly file: bigint;
  readonly chosen: ChosenReading;
}

/** Reads a file in another way and proposes its columns again; the earlier mapping is dropped. */
export async function rereadFile(
  work: UnitOfWork,
  { importId, file, by, chosen }: Rereading,
  reading: FileReadingQueue,
): Promise<void> {
  await hold(work, importId, "draft");
  const found = await queries.heldFile(work, importId, file);
  if (found === null) throw new Problem("no-such-file");
  const seen = await preview(by, found.content, reading, chosen);
  const signature = headingsDigest(seen.header);
  const remembered = await queries.rememberedOf(work, found.kind, signature);
  const proposed = proposePlaces(formatOf(found.kind), seen.header, remembered);
  await updateReading(work, file, { ...seen, signature, proposed, by });
  await forgetCheck(work, importId);
}

interface Mapping extends Declared, Doing {
  readonly file: bigint;
  readonly places: Readonly<Record<string, number>>;
  readonly days: Readonly<Record<string, ChosenDays>>;
}

/** Keeps the mapping of columns, remembers it for the next file, and checks the whole import. */
export async function mapFile(work: UnitOfWork, mapping: Mapping, how: Reading): Promise<void> {
  const { importId, file } = mapping;
  await hold(work, importId, "draft");
  const found = await queries.fileOf(work, importId, file);
  if (found === null) throw new Problem("no-such-file");
  const format = formatOf(found.kind);
  const places = readPlaces(format, found.header, mapping.places);
  const days = readDays(format, found.reading, places, mapping.days);
  await updateMapping(work, file, { ...mapping, places, days });
  await rememberMapping(work, found, chosenNames(format, found.header, places));
  await check(work, mapping, how);
}

interface CorrectedRows extends Doing {
  readonly file: bigint;
  /** The file of corrected rows as it was sent. */
  readonly mended: Uint8Array;
}

/** Returns what a corrected file would change in the file it belongs to. */
export async function readCorrections(
  work: UnitOfWork,
  { importId, by, file, mended }: CorrectedRows,
  reading: FileReadingQueue,
) {
  await hold(work, importId, "draft");
  const found = await queries.heldFile(work, importId, file);
  if (found === null) throw new Problem("no-such-file");
  const { content, reading: known } = found;
  const mending = await reading.mend(by, { content, known }, mended);
  if (mending.kind === "faults") throw faultsOf(mending.faults);
  return { found, mending };
}

/** Replaces rows by the corrected ones with their numbers, and checks the whole import. */
export async function mend(
  work: UnitOfWork,
  rows: CorrectedRows,
  how: Reading & { readonly limits: Limits },
): Promise<void> {
  const { importId, by, file } = rows;
  const { found, mending } = await readCorrections(work, rows, how.reading);
  if (mending.kind === "whole") throw faultsOf([{ row: 1, problem: "row.not-in-file" }]);
  const { kind, name: fileName, places } = found;
  const sent = { kind, fileName, content: mending.content };
  const seen = await seeFile(by, sent, how.reading, correctedReading(found.reading));
  await takeIn(work, seen, { by, into: importId, replaces: file }, how.limits);
  if (places !== null) await copyMapping(work, { importId, by, from: file, to: seen.sha256 });
  await note(work, rows, "mended", String(mending.replaced.length));
  await check(work, rows, how);
}

/** Records that a number of repeated lines of a file are intended, and checks it again. */
export async function meanRepeats(
  work: UnitOfWork,
  { file, count, ...doing }: Doing & { readonly file: bigint; readonly count: number },
  how: Reading,
): Promise<void> {
  await hold(work, doing.importId, "draft");
  const found = await queries.fileOf(work, doing.importId, file);
  if (found === null) throw new Problem("no-such-file");
  await keepRepeats(work, file, { count, by: doing.by });
  await note(work, doing, "confirmed", String(count));
  await check(work, doing, how);
}

/** Removes a file from an import, and checks the others without it. */
export async function removeFile(
  work: UnitOfWork,
  { file, ...doing }: Doing & { readonly file: bigint },
  how: Reading,
): Promise<void> {
  await hold(work, doing.importId, "draft");
  await note(work, doing, "removed", await setAside(work, doing.importId, file));
  await check(work, doing, how);
}

/**
 * Checks all files of an import against each other and the books, once all are mapped; writes none.
 */
async function check(work: UnitOfWork, doing: Doing, how: Reading): Promise<void> {
  const id = doing.importId;
  await forgetCheck(work, id);
  const files = await queries.contentsOf(work, id);
  if (files.length === 0 || files.some(({ places }) => places === null)) return;
  const report = await run(work, files, { ...how, ...doing, commit: false });
  const { findings, count } = foundIn(files, report);
  await keepFindings(work, id, findings);
  await keepCheck(work, id, { count, report, files: files.map((file) => file.id) });
  await note(work, doing, "checked", String(count));
}

/** Reads the files by their mapping and checks them, and writes them on request. */
async function run(
  work: UnitOfWork,
  files: readonly queries.Contents[],
  { commit, importId, by, reading, tell }: Reading & Doing & { readonly commit: boolean },
): Promise<ImportReport> {
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  const read = new Map<string, number>();
  const onProgress = (progress: ImportProgress): void => {
    if (progress.step === "reading") read.set(progress.file, progress.bytes);
    const all = [...read.values()].reduce((sum, bytes) => sum + bytes, 0);
    tell(percentOf(progress, { read: all, size, writes: commit }));
  };
  const sources = files.map(({ id, kind, content, header, as_of: asOf, ...file }) => {
    const repeatsMeant = file.repeats_meant;
    const { reading: known, places, days } = file;
    const columns = { format: formatOf(kind), places: places ?? [], days, width: header.length };
    const source = reading.sourceOf(by, String(id), { content, known }, columns);
    const read = { ...source, repeatsMeant };
    return asOf === null ? read : { ...read, asOf: asOf as CalendarDate };
  });
  const insisted = await insistedRows(work, importId);
  return importInto(work, { sources, commit, insisted, onProgress });
}

/** Sends an import that was checked and found without errors to a second person. */
export async function send(work: UnitOfWork, doing: Doing): Promise<void> {
  const held = await hold(work, doing.importId, "draft");
  if (!held.is_sound) throw new Problem("import-faults");
  await work.run("update import_batch set state = 'prepared', prepared_by = $2 where id = $1", [
    doing.importId,
    doing.by,
  ]);
  await note(work, doing, "prepared");
}

interface WithReason extends Doing {
  readonly reason: string;
}

interface AsShown {
  /** The digest of what the person was shown of the import. */
  readonly shownDigest: string;
}

/** Returns an import to be corrected. */
export async function giveBack(work: UnitOfWork, given: WithReason): Promise<void> {
  await hold(work, given.importId, "prepared");
  await work.run("update import_batch set state = 'draft' where id = $1", [given.importId]);
  await note(work, given, "returned", given.reason);
}

/** Sets an import aside that was not posted; its files may be uploaded again. */
export async function discard(work: UnitOfWork, given: WithReason): Promise<void> {
  const { importId, by, reason } = given;
  const { state } = await hold(work, importId, null);
  if (state !== "draft" && state !== "prepared") throw new Problem("import-state");
  await work.run("update import_batch set state = 'discarded', ended_by = $2 where id = $1", [
    importId,
    by,
  ]);
  await work.run("delete from import_finding where batch_id = $1", [importId]);
  await forgetFiles(work, importId, "is_live = false");
  await note(work, given, "discarded", reason);
}

/** Uploaded files are personal data; they are kept no longer than needed. */
async function forgetFiles(work: UnitOfWork, id: bigint, more: string): Promise<void> {
  await work.run(
    `update import_upload set content = null, samples = '[]', ${more} where batch_id = $1`,
    [id],
  );
}

/**
 * Posts an import as it was shown, all of it or nothing; never by somebody it credits. If the books
 * have changed so that it no longer fits, it is returned to be corrected, and that is committed.
 */
export async function post(
  work: UnitOfWork,
  doing: Doing & AsShown,
  how: Reading,
): Promise<Problem | null> {
  const { importId: id, by } = doing;
  await hold(work, id, "prepared");
  await requireShownImport(work, id, doing.shownDigest);
  const own = await queries.tookPart(work, id, by);
  if (own?.took !== false) throw new Problem("import-two-people");
  const files = await queries.contentsOf(work, id);
  const report = await run(work, files, { ...how, ...doing, commit: true });
  if (report.runId === null) {
    const { findings, count } = foundIn(files, report);
    await work.run("update import_batch set state = 'draft', finding_count = $2 where id = $1", [
      id,
      count,
    ]);
    await keepFindings(work, id, findings);
    await note(work, doing, "returned", String(count));
    return new Problem("import-changed", { values: { count } });
  }
  if (await queries.runCredits(work, report.runId, by)) throw new Problem("import-credits-you");
  await work.run(
    `update import_batch set state = 'posted', posted_by = $2, run_id = $3, figures = $4::jsonb
      where id = $1`,
    [id, by, report.runId, JSON.stringify(recordedFigures(report.figures))],
  );
  await forgetFiles(work, id, "places = places");
  await note(work, doing, "posted");
  return null;
}

/** Undoes a posted import as it was shown, by another person than posted it. */
export async function undo(
  work: UnitOfWork,
  given: WithReason & AsShown,
  tell: Tell,
): Promise<void> {
  const { importId, by, reason } = given;
  await work.takeTime();
  const held = await hold(work, importId, "posted");
  await requireShownImport(work, importId, given.shownDigest);
  rejectUntracked(held);
  if (held.posted_by === by) throw new Problem("import-undo-own");
  await work.run("set local lock_timeout = '10s'");
  await undoRun(work, { runId: held.run_id ?? 0n }, tell);
  await work.run("update import_upload set is_live = false where batch_id = $1", [importId]);
  await work.run("update import_batch set state = 'undone', ended_by = $2 where id = $1", [
    importId,
    by,
  ]);
  await note(work, given, "undone", reason);
}
