import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { checkFloors, checkStaged, gatherKnown } from "#server/csv-import/checks.ts";
import { type ImportFinding, ImportFindings } from "#server/csv-import/findings.ts";
import { importFormatNames } from "#server/csv-import/formats.ts";
import {
  type ImportSource,
  openImportFile,
  stageImportFile,
  type StagedFile,
} from "#server/csv-import/read-file.ts";
import {
  closingWithImport,
  lockImportedAccounts,
  openJournalImport,
  writeImportedEntries,
} from "#server/ledger/import-journal.ts";
import { importedKindNames } from "#server/ledger/import-kinds.ts";
import {
  openLoanImport,
  settleImportedLoans,
  writeImportedLoans,
} from "#server/lending/import-loans.ts";
import { openMemberImport, writeImportedMembers } from "#server/membership/import-members.ts";
import { type Database, statement, type UnitOfWork } from "#server/platform/database.ts";
import { importedBefore, stagedControl, stagedKinds, today } from "./queries.ts";
import { controlFaults, type ImportFigures, kindFigures, recordedFigures } from "./rules.ts";

/** How far an import is. */
export interface ImportProgress {
  readonly step: "reading" | "checking" | "writing";
  /** The file that is read. */
  readonly file: string;
  /** Of that file. */
  readonly bytes: number;
  readonly rows: number;
}

export interface ImportRequest {
  readonly actor: string;
  readonly sources: readonly ImportSource[];
  /** False only looks: nothing is changed. */
  readonly commit: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportReport {
  readonly files: readonly StagedFile[];
  readonly figures: ImportFigures;
  /** The first thousand. */
  readonly findings: readonly ImportFinding[];
  readonly findingCount: number;
  /** The run as it was recorded; null where nothing was changed. */
  readonly runId: bigint | null;
}

/**
 * Reads files into temporary tables, checks all of them, and writes the whole in one unit of work
 * if it is asked to and there is nothing to be found wrong.
 */
export function importFiles(database: Database, request: ImportRequest): Promise<ImportReport> {
  return database.unitOfWork(request.actor, async (work) => {
    await prepare(work);
    const findings = new ImportFindings();
    const files = await stage(work, request, findings);
    request.onProgress?.({ step: "checking", file: "", bytes: 0, rows: 0 });
    const isNew = await refuseFilesTwice(work, files, findings);
    const figures = await check(work, request, files, findings, isNew);
    const mayWrite = request.commit && findings.count === 0 && files.length > 0;
    if (mayWrite) request.onProgress?.({ step: "writing", file: "", bytes: 0, rows: 0 });
    const runId = mayWrite ? await write(work, request, files, findings, figures) : null;
    return {
      files,
      figures,
      findings: findings.inOrder(request.sources.map(({ name }) => name)),
      findingCount: findings.count,
      runId,
    };
  });
}

/** What a request may take is too little for a society's history, and is set for this work only. */
async function prepare(work: UnitOfWork): Promise<void> {
  await work.takeTime();
  const settings = {
    lock_timeout: "60s",
    work_mem: "64MB",
    jit: "off",
    // A command that was killed while a long statement runs is noticed within a second.
    client_connection_check_interval: "1s",
  };
  for (const [name, value] of Object.entries(settings)) {
    await work.run(`set local ${name} = '${value}'`);
  }
  await openJournalImport(work);
  await openMemberImport(work);
  await openLoanImport(work);
  await work.run(`create temporary table staged_control (
      file smallint, row integer, what text, of text, rows integer, total_cents bigint
    ) on commit drop`);
}

async function stage(
  work: UnitOfWork,
  { sources, onProgress }: ImportRequest,
  findings: ImportFindings,
): Promise<StagedFile[]> {
  const day = (await today(work)) as CalendarDate;
  const staged: StagedFile[] = [];
  for (const [number, source] of sources.entries()) {
    const header = await openImportFile(source, findings);
    if (header === null) continue;
    const file = { ...source, number, header };
    const onRead = ({ bytes, rows }: { bytes: number; rows: number }) => {
      onProgress?.({ step: "reading", file: source.name, bytes, rows });
    };
    staged.push(await stageImportFile(work, file, findings, day, onRead));
  }
  return staged;
}

/** The same control figures may be held against several imports, and a bare header is nothing. */
function isRemembered({ format, rows }: StagedFile): boolean {
  return format !== "control" && rows > 0;
}

/** Whether none of the files was imported before. */
async function refuseFilesTwice(
  work: UnitOfWork,
  files: readonly StagedFile[],
  findings: ImportFindings,
): Promise<boolean> {
  const seen = new Map<string, string>();
  for (const { name, sha256 } of files.filter(isRemembered)) {
    const other = seen.get(sha256);
    const reason = `is the same file as ${other}`;
    if (other !== undefined) findings.add({ file: name, row: null, column: "", reason });
    seen.set(sha256, name);
  }
  const before = await importedBefore(work, [...seen.keys()]);
  for (const { sha256, actor, imported_at } of before) {
    const reason = `was imported on ${imported_at} by ${actor}`;
    findings.add({ file: seen.get(sha256) ?? "", row: null, column: "", reason });
  }
  return before.length === 0;
}

async function check(
  work: UnitOfWork,
  { sources }: ImportRequest,
  files: readonly StagedFile[],
  findings: ImportFindings,
  isNew: boolean,
): Promise<ImportFigures> {
  const names = sources.map(({ name }) => name);
  await gatherKnown(work);
  // Each row of a file that was imported is in the books already, which need not be said again.
  if (!isNew) return figuresOf(work, files);
  await checkStaged(work, names, findings);
  // A row that could not be read would have its account found short, which is no news.
  if (findings.count === 0) await checkFloors(work, names, findings);
  const figures = await figuresOf(work, files);
  const control = await stagedControl(work);
  for (const { file, total_cents, ...row } of control) {
    const total = total_cents === null ? null : cents(total_cents);
    for (const fault of controlFaults([{ ...row, total }], figures)) {
      findings.add({ file: names[file] ?? "", ...fault });
    }
  }
  return figures;
}

async function figuresOf(work: UnitOfWork, files: readonly StagedFile[]): Promise<ImportFigures> {
  const rowsOf = (format: string) =>
    files.filter((file) => file.format === format).reduce((sum, { rows }) => sum + rows, 0);
  const closing = await closingWithImport(work);
  return {
    files: Object.fromEntries(importFormatNames.map((format) => [format, rowsOf(format)])),
    kinds: kindFigures(importedKindNames, await stagedKinds(work)),
    closing: Object.fromEntries(closing.map((row) => [row.code, cents(row.cents)])),
  };
}

async function write(
  work: UnitOfWork,
  { sources }: ImportRequest,
  files: readonly StagedFile[],
  findings: ImportFindings,
  figures: ImportFigures,
): Promise<bigint | null> {
  await writeImportedMembers(work);
  await writeImportedLoans(work);
  await lockImportedAccounts(work);
  // Asked again under the locks: others may have posted while the files were read.
  await checkFloors(
    work,
    sources.map(({ name }) => name),
    findings,
  );
  if (findings.count > 0)
    throw new Error("the accounts moved while the files were read; try again");
  await writeImportedEntries(work);
  await settleImportedLoans(work);
  return record(work, files, figures);
}

const insertRun = statement({
  text: "insert into import_run (actor, figures) values ($1, $2::jsonb) returning id",
  row: z.object({ id: z.bigint() }),
});

async function record(
  work: UnitOfWork,
  files: readonly StagedFile[],
  figures: ImportFigures,
): Promise<bigint> {
  const recorded = recordedFigures(figures);
  const run = await work.first(insertRun, [work.actor, JSON.stringify(recorded)]);
  if (run === null) throw new Error("the import was not recorded");
  const kept = files.filter(isRemembered);
  await work.run(
    `insert into import_file (run_id, name, format, sha256, rows)
      select $1, f.* from unnest($2::text[], $3::text[], $4::text[], $5::int[])
        as f (name, format, sha256, rows)`,
    [
      run.id,
      kept.map(({ name }) => name),
      kept.map(({ format }) => format),
      kept.map(({ sha256 }) => sha256),
      kept.map(({ rows }) => rows),
    ],
  );
  const digests = Object.fromEntries(kept.map(({ name, sha256 }) => [name, sha256]));
  const detail = { files: digests, rows: recorded.files };
  work.audit({ action: "history-imported", subject: `import:${run.id}`, detail });
  return run.id;
}
