import { existsSync } from "node:fs";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { MAX_COLUMNS } from "#shared/contract/imports/desk.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { ThreadEnded, WorkerQueue } from "#server/kernel/platform/worker-queue.ts";
import type { FileBounds } from "./row-bounds.ts";
import type { KnownHeader } from "./header.ts";
import type { FileRow, FilePreview } from "./preview-file.ts";
import type { MergedCorrections } from "./merge-corrections.ts";
import type { KnownReading, OpenFault } from "./open-file.ts";
import { readJob, type ReadingDone, type ReadingJob, type ReadingPart } from "./read-job.ts";
import { type ImportSource, type ReadApart, sourceOf } from "./read-file.ts";
import type { Table, TableAsked, TableColumn, TableDone, TableRow } from "./read-table.ts";

/**
 * The number of files that may wait in total; one sender may not fill the queue. Each keeps its
 * bytes in memory.
 */
const MAX_JOBS = 40;
const MAX_JOBS_OF_ONE = 20;
/** Forty of the largest files that may be sent. */
const MAX_BYTES = 200 * 1_048_576;
/** Three times the memory of the largest file within the limits. */
const MEMORY = { maxOldGenerationSizeMb: 256 };

/** A file as it was sent, and how it is read. */
interface SentFile {
  readonly content: Uint8Array;
  readonly known: KnownReading;
}

/**
 * Reads every uploaded file: one after another in a separate thread, within limits of size, time
 * and memory, so that a file delays only its sender.
 */
export class FileReadingQueue {
  readonly #queue: WorkerQueue<ReadingJob, ReadingPart, ReadingDone>;
  readonly #bounds: FileBounds;

  /** Takes the built program of the thread; null reads in the calling thread. */
  constructor(limits: Limits, program: URL | null = builtProgram()) {
    const { uploadRows: rows, uploadCells: cells } = limits;
    this.#bounds = { rows, cells, columns: MAX_COLUMNS };
    this.#queue = new WorkerQueue({
      name: "a file's rows",
      program,
      work: readJob,
      most: { jobs: MAX_JOBS, weight: MAX_BYTES },
      mostOfOne: { jobs: MAX_JOBS_OF_ONE, weight: MAX_BYTES },
      weigh: ({ content }) => content.length,
      memory: MEMORY,
      milliseconds: limits.uploadParseMilliseconds,
    });
  }

  /** Reads a file with known columns in its first row; each of its errors names its place. */
  async readTable(
    sender: string,
    content: Uint8Array,
    columns: readonly TableColumn[],
  ): Promise<Table> {
    const rows: TableRow[] = [];
    const file = { content, columns, known: { headerRow: 1 }, keepsFoot: true };
    const { faults } = await this.readRows(sender, file, (part) => {
      for (const row of part) rows.push(row);
    });
    return { rows, faults };
  }

  /** Reads a file in the forms that offices use; its rows are passed on in parts. */
  readRows(
    sender: string,
    file: TableAsked,
    tell: (rows: readonly TableRow[]) => void,
  ): Promise<TableDone> {
    const { content, columns, places, known = {}, keepsFoot = false } = file;
    const asked = { content, columns, places, known, keepsFoot };
    const job = { kind: "table", ...asked, bounds: this.#bounds } as const;
    return this.#read(sender, job, (part) => tell(part as TableRow[]));
  }

  /** Previews a file whose columns are not mapped yet. */
  preview(
    sender: string,
    content: Uint8Array,
    known: KnownReading = {},
  ): Promise<FilePreview | OpenFault> {
    return this.#read(sender, { kind: "look", content, known, bounds: this.#bounds });
  }

  /** The rows of a file with these numbers, after its header. */
  rowsOf(sender: string, file: SentFile, wanted: readonly number[]): Promise<FileRow[]> {
    return this.#read(sender, { kind: "rows", ...file, wanted, bounds: this.#bounds });
  }

  /** Merges corrected rows into the file they came from; both were previewed before. */
  mend(sender: string, file: SentFile, mended: Uint8Array): Promise<MergedCorrections> {
    return this.#read(sender, { kind: "mend", ...file, mended, bounds: this.#bounds });
  }

  /** A file to be imported, which is read here. */
  sourceOf(
    sender: string,
    name: string,
    { content, known }: SentFile,
    header: KnownHeader,
  ): ImportSource {
    const { format, places, width = 0, days = [] } = header;
    const readApart = async (file: { readonly number: number }, today: CalendarDate) => {
      const lines: string[] = [];
      const about = { name, number: file.number, format: format.kind, places, width, days, today };
      const bounds = this.#bounds;
      const job = { kind: "stage", content, known, bounds, ...about } as const;
      const tell = (part: ReadingPart) => lines.push(part as string);
      const read = await this.#read<Omit<ReadApart, "lines">>(sender, job, tell);
      return { ...read, lines };
    };
    return { ...sourceOf(name, content), header, readApart };
  }

  /** Ends the thread; the jobs in the queue fail. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  /** Reads the file; exceeding the time or memory is an error of the file. */
  async #read<Done>(
    sender: string,
    job: ReadingJob,
    tell?: (part: ReadingPart) => void,
  ): Promise<Done> {
    try {
      return (await this.#queue.do(sender, job, tell)) as Done;
    } catch (error) {
      if (!(error instanceof ThreadEnded) || !error.isOverLimit) throw error;
      const fields = [{ field: "row:0:", problem: "file.heavy" as const }];
      throw new Problem("file-faults", { values: { count: 1 }, fields });
    }
  }
}

/** The thread's program next to the built server; there is none when run from source. */
function builtProgram(): URL | null {
  const program = new URL("./reading-worker.js", import.meta.url);
  return existsSync(program) ? program : null;
}
