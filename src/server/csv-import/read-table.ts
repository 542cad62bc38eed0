import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { FieldProblem } from "#shared/contract/refusals.ts";
import { type NamedColumn, placesOf } from "./header.ts";
import { dialect } from "./read-file.ts";

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

function wrong(row: number, column: string, problem: FieldProblem): Table {
  return { rows: [], faults: [{ row, column, problem }] };
}

/**
 * Reads a CSV file that was uploaded, held whole in memory because its size is bounded. Blank rows
 * are passed over; what is not UTF-8, or holds a NUL, is not read at all.
 */
export async function readTable(
  content: Uint8Array,
  columns: readonly TableColumn[],
  mostRows: number,
): Promise<Table> {
  const text = decodeFile(content);
  if (text === null) return wrong(0, "", "file.encoding");
  const rows: TableRow[] = [];
  const faults: TableFault[] = [];
  let places: readonly number[] | null = null;
  let row = 0;
  try {
    const records = Readable.from([text], { objectMode: false }).pipe(parse(dialect));
    for await (const record of records as AsyncIterable<string[]>) {
      row += 1;
      const cells = record.map((cell) => cell.trim());
      if (cells.every((cell) => cell === "")) continue;
      if (places === null) {
        const found = headerOf(columns, cells);
        if ("faults" in found) return found;
        places = found.places;
        continue;
      }
      if (rows.length === mostRows) return wrong(row, "", "file.rows");
      if (cells.some((cell, at) => cell !== "" && !places?.includes(at))) {
        faults.push({ row, column: "", problem: "row.cells" });
      }
      rows.push({ row, cells: places.map((place) => cells[place] ?? "") });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The rows before it may not have come out of the stream when it is noticed.
    faults.push({ row: Number(error["records"]) + 1, column: "", problem: "row.quotes" });
  }
  return rows.length === 0 && faults.length === 0 ? wrong(0, "", "file.empty") : { rows, faults };
}

function headerOf(columns: readonly TableColumn[], names: readonly string[]) {
  const places = placesOf(columns, names);
  const missing = columns.filter(({ needed }, index) => needed && places[index] === -1);
  const strange = names.some((name, at) => name !== "" && !places.includes(at));
  if (missing.length > 0 || strange) return wrong(1, "", "file.header");
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
