import { CsvError } from "csv-parse";
import type { FieldProblem } from "#shared/contract/refusals.ts";
import { csvRecordsOf, LARGEST_ROW, rowOfError } from "./csv-records.ts";
import { BeyondBounds, EvenRows, type FileBounds } from "./even-rows.ts";
import { type NamedColumn, placesOf } from "./header.ts";

/** A column of a small file; a needed one must be in its header. */
export interface TableColumn extends NamedColumn {
  readonly needed: boolean;
}

/** A row of the file, with a cell for each column asked for, trimmed. */
export interface TableRow {
  /** As a spreadsheet counts it: the header is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** What is wrong with a file, where a person can find it; row 0 is the file as a whole. */
export interface TableFault {
  readonly row: number;
  readonly column: string;
  readonly problem: FieldProblem;
}

export interface Table {
  readonly rows: readonly TableRow[];
  readonly faults: readonly TableFault[];
}

type Faults = readonly TableFault[];

function wrong(row: number, column: string, problem: FieldProblem): Faults {
  return [{ row, column, problem }];
}

/** How many rows are told at once. */
const ROWS_TOLD = 1000;

/**
 * Reads a CSV file that was uploaded; tells its rows as they are read and gives its faults. Blank
 * rows are left out; what is not UTF-8, holds a NUL or is beyond the bounds is not read at all.
 */
export async function readTable(
  content: Uint8Array,
  columns: readonly TableColumn[],
  bounds: FileBounds,
  tell: (rows: TableRow[]) => Promise<void>,
): Promise<Faults> {
  if (decodeFile(content) === null) return wrong(0, "", "file.encoding");
  const even = new EvenRows(LARGEST_ROW, { bounds });
  const faults: TableFault[] = [];
  let places: readonly number[] | null = null;
  let rows: TableRow[] = [];
  let count = 0;
  let record = 0;
  try {
    for await (const given of csvRecordsOf(content, even)) {
      record += 1;
      const cells = given.map((cell) => cell.trim());
      const hasSurplus = even.surplusOf(record) > 0;
      if (!hasSurplus && cells.every((cell) => cell === "")) continue;
      if (places === null) {
        const found = headerOf(columns, cells, even.rowOf(record));
        if ("faults" in found) return found.faults;
        places = found.places;
        continue;
      }
      const row = even.rowOf(record);
      if (hasSurplus || cells.some((cell, at) => cell !== "" && !places?.includes(at))) {
        faults.push({ row, column: "", problem: "row.cells" });
      }
      count += 1;
      rows.push({ row, cells: places.map((place) => cells[place] ?? "") });
      if (rows.length < ROWS_TOLD) continue;
      await tell(rows);
      rows = [];
    }
  } catch (error) {
    if (error instanceof BeyondBounds) return wrong(error.row, "", error.problem);
    if (!(error instanceof CsvError)) throw error;
    faults.push({ row: rowOfError(error, even), column: "", problem: "row.quotes" });
  }
  await tell(rows);
  return count === 0 && faults.length === 0 ? wrong(0, "", "file.empty") : faults;
}

function headerOf(columns: readonly TableColumn[], names: readonly string[], row: number) {
  const places = placesOf(columns, names);
  const missing = columns.filter(({ needed }, index) => needed && places[index] === -1);
  const strange = names.some((name, at) => name !== "" && !places.includes(at));
  if (missing.length > 0 || strange) return { faults: wrong(row, "", "file.header") };
  return { places };
}

/** The text of a file that is UTF-8 and holds no NUL; null of any other. */
export function decodeFile(content: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
