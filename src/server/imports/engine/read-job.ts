import type { CalendarDate } from "#shared/calendar-date.ts";
import type { DayRule } from "#shared/contract/kernel/file-reading.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import type { FileBounds } from "./row-bounds.ts";
import { ImportFindings } from "./findings.ts";
import { type ImportFormat, importFormats } from "./formats.ts";
import { type FileRow, previewFile, type FilePreview, rowsOfFile } from "./preview-file.ts";
import {
  type CorrectionRequest,
  mergeCorrections,
  type MergedCorrections,
} from "./merge-corrections.ts";
import { type KnownReading, openFile, type OpenFault } from "./open-file.ts";
import { FileReading, type ReadApart, sourceOf } from "./read-file.ts";
import { readTable, type TableAsked, type TableDone, type TableRow } from "./read-table.ts";

interface TableJob extends TableAsked {
  readonly kind: "table";
  readonly bounds: FileBounds;
}

interface PreviewJob {
  readonly kind: "look";
  readonly content: Uint8Array;
  readonly known: KnownReading;
  readonly bounds: FileBounds;
}

interface RowsJob {
  readonly kind: "rows";
  readonly content: Uint8Array;
  readonly known: KnownReading;
  readonly bounds: FileBounds;
  readonly wanted: readonly number[];
}

interface CorrectionJob extends CorrectionRequest {
  readonly kind: "mend";
  readonly bounds: FileBounds;
}

interface StageJob {
  readonly kind: "stage";
  readonly content: Uint8Array;
  readonly known: KnownReading;
  readonly bounds: FileBounds;
  readonly name: string;
  readonly number: number;
  /** The header by the name of its format, because a format holds functions. */
  readonly format: ImportFormat["kind"];
  readonly places: readonly number[];
  readonly width: number;
  readonly days: readonly (DayRule | null)[];
  readonly today: CalendarDate;
}

/** A file to be read in its thread, and the purpose. */
export type ReadingJob = TableJob | PreviewJob | RowsJob | CorrectionJob | StageJob;

/** The messages while a file is read: rows of a table, or lines to be staged. */
export type ReadingPart = TableRow[] | string;

export type ReadingDone =
  | TableDone
  | FilePreview
  | OpenFault
  | FileRow[]
  | MergedCorrections
  | Omit<ReadApart, "lines">;

/** Reads a file in the calling thread; the longest block that thread for seconds. */
export function readJob(
  job: ReadingJob,
  tell: (part: ReadingPart) => Promise<void>,
): Promise<ReadingDone> {
  switch (job.kind) {
    case "table":
      return readTable(job, job.bounds, tell);
    case "look":
      return previewFile(job.content, job.bounds, job.known);
    case "rows":
      return rowsOfFile(job.content, job.bounds, job.known, job.wanted);
    case "mend":
      return mergeCorrections(job, job.bounds);
    case "stage":
      return stage(job, tell);
  }
}

async function stage(
  { name, content, known, bounds, number, format: kind, today, ...columns }: StageJob,
  tell: (lines: string) => Promise<void>,
): Promise<Omit<ReadApart, "lines">> {
  const format = importFormats.find((one) => one.kind === kind);
  if (format === undefined) throw new Error(`there is no format of ${kind}`);
  const opened = await openFile(content, bounds, known);
  if ("problem" in opened) throw new Error(`a file that was read before is ${opened.problem}`);
  const findings = new ImportFindings();
  const header = { format, ...columns, shape: opened.shape };
  const file = { ...sourceOf(name, opened.bytes), number, header };
  const reading = new FileReading(file, findings, today, () => {});
  for await (const lines of reading.lines()) await tell(lines);
  const { rows, rowSet, zero } = reading;
  // The file's identity is that of the bytes sent, however it is read.
  const sha256 = sha256Hex(content);
  return {
    sha256,
    rows,
    rowSet,
    zero,
    findings: findings.inOrder([name]),
    findingCount: findings.count,
  };
}
