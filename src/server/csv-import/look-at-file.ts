import { CsvError } from "csv-parse";
import type { FieldProblem } from "#shared/contract/refusals.ts";
import { csvRecordsOf, LARGEST_ROW, rowOfError } from "./csv-records.ts";
import { BeyondBounds, EvenRows, type FileBounds } from "./even-rows.ts";
import { decodeFile } from "./read-table.ts";

/** What is seen of a file before anybody has said which of its columns is which. */
export interface LookedAt {
  readonly header: readonly string[];
  /** The first rows, cell by cell in the order of the header. */
  readonly samples: readonly (readonly string[])[];
  /** Rows below the header; blank ones do not count. */
  readonly rows: number;
}

/** Why a file cannot be taken in at all; row 0 is the file as a whole. */
export interface LookFault {
  readonly row: number;
  readonly problem: FieldProblem;
}

const SAMPLES = 3;
const LONGEST_SAMPLE = 80;

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === "");

/** Looks at a file that was uploaded; every row is counted and none is judged yet. */
export async function lookAtFile(
  content: Uint8Array,
  bounds: FileBounds,
): Promise<LookedAt | LookFault> {
  if (decodeFile(content) === null) return { row: 0, problem: "file.encoding" };
  const even = new EvenRows(LARGEST_ROW, { bounds });
  const samples: string[][] = [];
  let header: string[] | null = null;
  let rows = 0;
  let count = 0;
  try {
    for await (const record of csvRecordsOf(content, even)) {
      count += 1;
      if (header === null) {
        if (isBlank(record) || even.rowOf(1) > 1) return { row: 1, problem: "file.name-row" };
        header = record.map(shown);
        continue;
      }
      if (isBlank(record) && even.surplusOf(count) === 0) continue;
      rows += 1;
      if (rows <= SAMPLES) samples.push(header.map((_, at) => shown(record[at] ?? "")));
    }
  } catch (error) {
    if (error instanceof BeyondBounds) return { row: error.row, problem: error.problem };
    if (!(error instanceof CsvError)) throw error;
    return { row: rowOfError(error, even), problem: "row.quotes" };
  }
  if (header === null || rows === 0) return { row: 0, problem: "file.empty" };
  return { header, samples, rows };
}

function shown(cell: string): string {
  return cell.trim().slice(0, LONGEST_SAMPLE);
}

/** A row of a file as it was sent. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows of a file with these numbers, cell by cell as they were sent, behind its header. */
export async function rowsOfFile(
  content: Uint8Array,
  wanted: readonly number[],
): Promise<FileRow[]> {
  const even = new EvenRows(LARGEST_ROW, { only: new Set(wanted) });
  const found: FileRow[] = [];
  for await (const cells of csvRecordsOf(content, even)) {
    found.push({ row: even.rowOf(found.length + 1), cells });
  }
  return found;
}
