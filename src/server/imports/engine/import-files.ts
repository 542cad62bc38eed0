import * as z from "zod/mini";
import { cents } from "#shared/money.ts";
import {
  closingOfBooks,
  closingWithImport,
  lockImportedAccounts,
  openJournalImport,
  writeImportedEntries,
} from "#server/ledger/journal/import-journal.ts";
import { importedKindNames } from "#server/ledger/journal/import-kinds.ts";
import {
  openLoanImport,
  settleImportedLoans,
  writeImportedLoans,
} from "#server/loans/lending/import-loans.ts";
import {
  openMemberImport,
  writeImportedMembers,
} from "#server/members/membership/import-members.ts";
import {
  Overtaken,
  type Database,
  statement,
  type UnitOfWork,
} from "#server/kernel/platform/database.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import { checkAgain, checkFloors, checkStaged, gatherKnown } from "./staged-row-checks.ts";
import {
  controlFaults,
  type ImportFigures,
  kindFigures,
  recordedFigures,
} from "./import-totals.ts";
import { type ImportFinding, ImportFindings } from "./findings.ts";
import { importFormatNames } from "./formats.ts";
import { rejectKnownFiles } from "./known-files.ts";
import { expandOpenings, openOpeningImport } from "./opening-balances.ts";
import { checkRepeats } from "./repeated-lines.ts";
import {
  type ImportSource,
  openImportFile,
  stageImportFile,
  type StagedFile,
} from "./read-file.ts";
import { stagedControl, stagedKinds, type StagedSum, stagedSums } from "./staged.ts";

/** The progress of an import. */
export interface ImportProgress {
  readonly step: "reading" | "checking" | "writing";
  /** The file that is being read. */
  readonly file: string;
  /** Of that file. */
  readonly bytes: number;
  readonly rows: number;
  /** The written share, from zero to one. */
  readonly share: number;
}

export interface ImportRequest {
  readonly sources: readonly ImportSource[];
  /** False for a dry run: nothing is changed. */
  readonly commit: boolean;
  /** Digests of rows that two people allowed although they look like an earlier file. */
  readonly insisted?: ReadonlySet<string>;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportReport {
  readonly files: readonly StagedFile[];
  readonly figures: ImportFigures;
  /** The sums of the columns of amounts, by file in the order of the sources. */
  readonly sums: readonly StagedSum[];
  /** The number of repeated lines, by file in the order of the sources. */
  readonly repeats: readonly number[];
  /** The first thousand. */
  readonly findings: readonly ImportFinding[];
  readonly findingCount: number;
  /** The run as it was recorded; null if nothing was changed. */
  readonly runId: bigint | null;
}

/**
 * Reads files into temporary tables, checks all of them, and on request writes everything in one
 * unit of work if there are no findings.
 */
export function importFiles(
  database: Database,
  { actor, ...request }: ImportRequest & { readonly actor: string },
): Promise<ImportReport> {
  return database.unitOfWork(actor, async (work) => {
    const report = await importInto(work, request);
    if (report.runId !== null) await recordOfCommandLine(work, report.runId, report.figures);
    return report;
  });
}

/** The same as part of a unit of work, whose caller records who prepared it. */
export async function importInto(work: UnitOfWork, request: ImportRequest): Promise<ImportReport> {
  await prepare(work);
  const findings = new ImportFindings();
  const files = await stage(work, request, findings);
  request.onProgress?.(at("checking"));
  const { commit, insisted = new Set() } = request;
  const remembered = files.filter(isRemembered);
  const isNew = await rejectKnownFiles(work, remembered, { findings, insisted, commit });
  const figures = await check(work, request, files, findings, isNew);
  const repeats = isNew ? await checkRepeats(work, request.sources, findings) : [];
  const mayWrite = request.commit && findings.count === 0 && files.length > 0;
  if (mayWrite) request.onProgress?.(at("writing"));
  const runId = mayWrite ? await write(work, request, files, findings, figures) : null;
  return {
    files,
    figures: runId === null ? figures : { ...figures, closing: await closingTotals(work) },
    sums: await stagedSums(work),
    repeats,
    findings: findings.inOrder(request.sources.map(({ name }) => name)),
    findingCount: findings.count,
    runId,
  };
}

function at(step: ImportProgress["step"], more: Partial<ImportProgress> = {}): ImportProgress {
  return { step, file: "", bytes: 0, rows: 0, share: 0, ...more };
}

/**
 * The limits of a request are too small for a society's history, and are raised for this work only.
 */
async function prepare(work: UnitOfWork): Promise<void> {
  await work.takeTime();
  const settings = {
    lock_timeout: "60s",
    work_mem: "64MB",
    jit: "off",
    // A command that is killed during a long statement is noticed within a second.
    client_connection_check_interval: "1s",
  };
  for (const [name, value] of Object.entries(settings)) {
    await work.run(`set local ${name} = '${value}'`);
  }
  await openJournalImport(work);
  await openMemberImport(work);
  await openLoanImport(work);
  await openOpeningImport(work);
  await work.run(`create temporary table staged_control (
      file smallint, row integer, what text, of text, rows integer, total_cents bigint
    ) on commit drop`);
}

async function stage(
  work: UnitOfWork,
  { sources, onProgress }: ImportRequest,
  findings: ImportFindings,
): Promise<StagedFile[]> {
  const day = await readToday(work);
  const staged: StagedFile[] = [];
  for (const [number, source] of sources.entries()) {
    const header = await openImportFile(source, findings);
    if (header === null) continue;
    const file = { ...source, number, header };
    const onRead = ({ bytes, rows }: { bytes: number; rows: number }) => {
      onProgress?.(at("reading", { file: source.name, bytes, rows }));
    };
    staged.push(await stageImportFile(work, file, findings, day, onRead));
  }
  await expandOpenings(work, sources, findings);
  return staged;
}

/** The same control figures may be compared with several imports, and a bare header is nothing. */
function isRemembered({ format, rows }: StagedFile): boolean {
  return format !== "control" && rows > 0;
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
  // Each row of an imported file is in the books already, which need not be reported again.
  if (!isNew) return figuresOf(work, files);
  await checkStaged(work, names, findings);
  // An unreadable row would make its account seem short, which says nothing new.
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

/** The closing totals as of the posting, with everything others had posted by then. */
async function closingTotals(work: UnitOfWork): Promise<ImportFigures["closing"]> {
  const rows = await closingOfBooks(work);
  return Object.fromEntries(rows.map((row) => [row.code, cents(row.cents)]));
}

async function write(
  work: UnitOfWork,
  { sources, insisted, onProgress }: ImportRequest,
  files: readonly StagedFile[],
  findings: ImportFindings,
  figures: ImportFigures,
): Promise<bigint> {
  const runId = await record(work, files, figures, insisted);
  await writeImportedMembers(work, runId);
  await writeImportedLoans(work, runId);
  // Payments before accounts, as a payment is written before it is posted.
  if (await bringsMobileMoney(work)) await work.run("select lock_payments_in()");
  await lockImportedAccounts(work);
  // Checked again under the locks: others may have posted while the files were read.
  const names = sources.map(({ name }) => name);
  await checkAgain(work, names, findings);
  if (findings.count > 0) throw new Overtaken("the accounts moved while the files were read");
  await writeImportedEntries(work, runId, (share) => onProgress?.(at("writing", { share })));
  await settleImportedLoans(work);
  return runId;
}

const findReceipts = statement({
  text: `select exists (select from staged_entry e join import_side s using (kind)
    where e.receipt_no <> '' and s.code = 'mobile-money') as found`,
  row: z.object({ found: z.boolean() }),
});

/** Whether a row has the receipt of a payment by M-Pesa; no other holds payments back. */
async function bringsMobileMoney(work: UnitOfWork): Promise<boolean> {
  return (await work.first(findReceipts))?.found ?? false;
}

const insertRun = statement({
  text: "insert into import_run (actor, figures) values ($1, $2::jsonb) returning id",
  row: z.object({ id: z.bigint() }),
});

async function record(
  work: UnitOfWork,
  files: readonly StagedFile[],
  figures: ImportFigures,
  insisted: ReadonlySet<string> = new Set(),
): Promise<bigint> {
  const recorded = recordedFigures(figures);
  const run = await work.first(insertRun, [work.actor, JSON.stringify(recorded)]);
  if (run === null) throw new Error("the import was not recorded");
  const kept = files.filter(isRemembered);
  await work.run(
    `insert into import_file
        (run_id, name, format, sha256, rows, row_digest, row_set, is_insisted)
      select $1, f.* from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::text[],
          $7::bytea[], $8::bool[])
        as f (name, format, sha256, rows, row_digest, row_set, is_insisted)`,
    [
      run.id,
      kept.map(({ name }) => name),
      kept.map(({ format }) => format),
      kept.map(({ sha256 }) => sha256),
      kept.map(({ rows }) => rows),
      kept.map(({ rowSet }) => rowSet.digest),
      kept.map(({ rowSet }) => Buffer.from(rowSet.packed)),
      kept.map(({ rowSet }) => insisted.has(rowSet.digest)),
    ],
  );
  const digests = Object.fromEntries(kept.map(({ name, sha256 }) => [name, sha256]));
  const detail = { files: digests, rows: recorded.files };
  work.audit({ action: "history-imported", subject: `import-run:${run.id}`, detail });
  return run.id;
}

/** A person who runs a command has the machine itself, and both prepares and posts. */
async function recordOfCommandLine(
  work: UnitOfWork,
  runId: bigint,
  figures: ImportFigures,
): Promise<void> {
  await work.run(
    `with made as (
      insert into import_batch (origin, state, created_by, prepared_by, posted_by, run_id,
        figures)
      values ('command-line', 'posted', $1, $1, $1, $2, $3::jsonb) returning id
    )
    insert into import_step (batch_id, step, taken_by) select id, 'posted', $1 from made`,
    [work.actor, runId, JSON.stringify(recordedFigures(figures))],
  );
}
