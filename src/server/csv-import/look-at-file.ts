import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { FieldProblem } from "#shared/contract/refusals.ts";
import { dialect } from "./read-file.ts";
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
  { mostRows, mostColumns }: { readonly mostRows: number; readonly mostColumns: number },
): Promise<LookedAt | LookFault> {
  const text = decodeFile(content);
  if (text === null) return { row: 0, problem: "file.encoding" };
  const samples: string[][] = [];
  let header: string[] | null = null;
  let rows = 0;
  let row = 0;
  try {
    const records = Readable.from([text], { objectMode: false }).pipe(parse(dialect));
    for await (const record of records as AsyncIterable<string[]>) {
      row += 1;
      if (header === null) {
        if (isBlank(record) || record.length > mostColumns) {
          return { row, problem: "file.name-row" };
        }
        header = record.map(shown);
        continue;
      }
      if (isBlank(record)) continue;
      if (rows === mostRows) return { row, problem: "file.rows" };
      rows += 1;
      if (rows <= SAMPLES) samples.push(header.map((_, at) => shown(record[at] ?? "")));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { row: row + 1, problem: "row.quotes" };
  }
  if (header === null || rows === 0) return { row: 0, problem: "file.empty" };
  return { header, samples, rows };
}

function shown(cell: string): string {
  return cell.trim().slice(0, LONGEST_SAMPLE);
}

/** The rows of a file with these numbers, cell by cell as they were sent, behind its header. */
export async function rowsOfFile(
  content: Uint8Array,
  wanted: ReadonlySet<number>,
): Promise<{ readonly row: number; readonly cells: readonly string[] }[]> {
  const records = Readable.from([decodeFile(content) ?? ""], { objectMode: false });
  const found: { row: number; cells: readonly string[] }[] = [];
  let row = 0;
  for await (const cells of records.pipe(parse(dialect)) as AsyncIterable<string[]>) {
    row += 1;
    if (row === 1 || wanted.has(row)) found.push({ row, cells });
  }
  return found;
}
