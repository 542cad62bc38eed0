import { CsvError } from "csv-parse";
import type { FileReading, SkippedRow } from "#shared/contract/kernel/file-reading.ts";
import { csvRecordsOf, LARGEST_ROW, rowOfError } from "./csv-records.ts";
import { DaysOfColumns } from "./days.ts";
import { BeyondBounds, EvenRows, type FileBounds } from "./row-bounds.ts";
import { FootRows } from "./foot-rows.ts";
import { type KnownReading, openFile, type OpenedFile, type OpenFault } from "./open-file.ts";

/** The preview of a file before its columns are mapped. */
export interface FilePreview {
  readonly header: readonly string[];
  /** The first rows, cell by cell in the order of the header. */
  readonly samples: readonly (readonly string[])[];
  /** Rows below the header; skipped ones do not count. */
  readonly rows: number;
  readonly reading: FileReading;
}

const SAMPLES = 3;
const LONGEST_SAMPLE = 80;

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === "");

/** Previews an uploaded file; every row is counted, but no row is checked yet. */
export async function previewFile(
  content: Uint8Array,
  bounds: FileBounds,
  known: KnownReading = {},
): Promise<FilePreview | OpenFault> {
  const file = await openFile(content, bounds, known);
  return "problem" in file ? file : look(file, bounds);
}

/** Previews a file that is open already. */
export async function look(file: OpenedFile, bounds: FileBounds): Promise<FilePreview | OpenFault> {
  const even = new EvenRows(LARGEST_ROW, { bounds, shape: file.shape });
  const foot = new FootRows();
  const days = new DaysOfColumns();
  const samples: string[][] = [];
  let header: string[] | null = null;
  let rows = 0;
  let count = 0;
  try {
    for await (const record of csvRecordsOf(file.bytes, even)) {
      count += 1;
      if (header === null) {
        if (isBlank(record)) return { row: even.rowOf(1), problem: "file.name-row" };
        header = record.map(shown);
        continue;
      }
      if (isBlank(record) && even.surplusOf(count) === 0) continue;
      for (const line of foot.add({ row: even.rowOf(count), cells: record })) {
        rows += 1;
        line.cells.forEach((cell, place) => days.add(place, line.row, cell));
        const columns = header;
        if (rows <= SAMPLES) samples.push(columns.map((_, at) => shown(line.cells[at] ?? "")));
      }
    }
  } catch (error) {
    if (error instanceof BeyondBounds) return { row: error.row, problem: error.problem };
    if (!(error instanceof CsvError)) throw error;
    return { row: rowOfError(error, even), problem: "row.quotes" };
  }
  if (header === null || rows === 0) return { row: 0, problem: "file.empty" };
  const skipped = inOrder([...file.reading.skipped, ...blanks(even), ...foot.skipped]);
  return { header, samples, rows, reading: { ...file.reading, skipped, days: days.found } };
}

function blanks(even: EvenRows): SkippedRow[] {
  return even.blankRows.map((row) => ({ row, why: "blank", text: "" }));
}

function inOrder(skipped: readonly SkippedRow[]): SkippedRow[] {
  return skipped.toSorted((one, other) => one.row - other.row);
}

function shown(cell: string): string {
  return cell.trim().slice(0, LONGEST_SAMPLE);
}

/** A row of a file as it was sent. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Returns the rows with these numbers as they were sent, after the row of the headings. */
export async function rowsOfFile(
  content: Uint8Array,
  bounds: FileBounds,
  known: KnownReading,
  wanted: readonly number[],
): Promise<FileRow[]> {
  const file = await openFile(content, bounds, known);
  if ("problem" in file) throw new Error(`a file that was read before is ${file.problem}`);
  const even = new EvenRows(LARGEST_ROW, { shape: file.shape, only: new Set(wanted) });
  const found: FileRow[] = [];
  for await (const cells of csvRecordsOf(file.bytes, even)) {
    found.push({ row: even.rowOf(found.length + 1), cells });
  }
  return found;
}
