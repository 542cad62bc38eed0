import type { CalendarDate } from "#shared/calendar-date.ts";
import type { FileBounds } from "./even-rows.ts";
import { ImportFindings } from "./findings.ts";
import { type ImportFormat, importFormats } from "./formats.ts";
import {
  type FileRow,
  lookAtFile,
  type LookedAt,
  type LookFault,
  rowsOfFile,
} from "./look-at-file.ts";
import { mendFile, type Mending } from "./mend-file.ts";
import { FileReading, type ReadApart, sourceOf } from "./read-file.ts";
import { readTable, type TableColumn, type TableFault, type TableRow } from "./read-table.ts";

interface TableJob {
  readonly kind: "table";
  readonly content: Uint8Array;
  readonly columns: readonly TableColumn[];
  readonly bounds: FileBounds;
}

interface LookJob {
  readonly kind: "look";
  readonly content: Uint8Array;
  readonly bounds: FileBounds;
}

interface RowsJob {
  readonly kind: "rows";
  readonly content: Uint8Array;
  readonly wanted: readonly number[];
}

interface MendJob {
  readonly kind: "mend";
  readonly content: Uint8Array;
  readonly mended: Uint8Array;
}

interface StageJob {
  readonly kind: "stage";
  readonly content: Uint8Array;
  readonly name: string;
  readonly number: number;
  /** The header by the name of its format, because a format holds functions. */
  readonly format: ImportFormat["kind"];
  readonly places: readonly number[];
  readonly width: number;
  readonly today: CalendarDate;
}

/** A file to be read in the thread for it, and what for. */
export type ReadingJob = TableJob | LookJob | RowsJob | MendJob | StageJob;

/** What is told while a file is read: rows of a table, or lines to be staged. */
export type ReadingPart = TableRow[] | string;

export type ReadingDone =
  | readonly TableFault[]
  | LookedAt
  | LookFault
  | FileRow[]
  | Mending
  | Omit<ReadApart, "lines">;

/** Reads a file in the thread that calls; the longest hold that thread for seconds. */
export function readJob(
  job: ReadingJob,
  tell: (part: ReadingPart) => Promise<void>,
): Promise<ReadingDone> {
  switch (job.kind) {
    case "table":
      return readTable(job.content, job.columns, job.bounds, tell);
    case "look":
      return lookAtFile(job.content, job.bounds);
    case "rows":
      return rowsOfFile(job.content, job.wanted);
    case "mend":
      return mendFile(job.content, job.mended);
    case "stage":
      return stage(job, tell);
  }
}

async function stage(
  { name, content, number, format: kind, places, width, today }: StageJob,
  tell: (lines: string) => Promise<void>,
): Promise<Omit<ReadApart, "lines">> {
  const format = importFormats.find((one) => one.kind === kind);
  if (format === undefined) throw new Error(`there is no format of ${kind}`);
  const findings = new ImportFindings();
  const file = { ...sourceOf(name, content), number, header: { format, places, width } };
  const reading = new FileReading(file, findings, today, () => {});
  for await (const lines of reading.lines()) await tell(lines);
  const { sha256, rows } = reading;
  return { sha256, rows, findings: findings.inOrder([name]), findingCount: findings.count };
}
