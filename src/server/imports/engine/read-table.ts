import { CsvError } from "csv-parse";
import type { FileReading } from "#shared/contract/kernel/file-reading.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { asWritten } from "#server/kernel/platform/formula-cells.ts";
import { csvRecordsOf, LARGEST_ROW, rowOfError } from "./csv-records.ts";
import { BeyondBounds, EvenRows, type FileBounds } from "./row-bounds.ts";
import { FootRows } from "./foot-rows.ts";
import { type NamedColumn, placesOf } from "./header.ts";
import { type KnownReading, openFile, type OpenedFile } from "./open-file.ts";

/** A column of a small file; a required one must be in its header. */
export interface TableColumn extends NamedColumn {
  readonly needed: boolean;
}

/** A row of the file, with a trimmed cell for each requested column. */
export interface TableRow {
  /** As a spreadsheet counts it: the header is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** An error of a file, with its place; row 0 is the file as a whole. */
export interface TableFault {
  readonly row: number;
  readonly column: string;
  readonly problem: FieldProblem;
}

/** The result of a file once all of its rows were passed on. */
export interface TableDone {
  readonly faults: readonly TableFault[];
  /** How it was read; null for a file that cannot be opened. */
  readonly reading: FileReading | null;
  /** The headings; empty if the file has none. */
  readonly header: readonly string[];
}

export interface Table {
  readonly rows: readonly TableRow[];
  readonly faults: readonly TableFault[];
}

/** A file, the requested columns, and how it is read. */
export interface TableAsked {
  readonly content: Uint8Array;
  readonly columns: readonly TableColumn[];
  /** The position of each column, if somebody has chosen; else the headings must be known. */
  readonly places?: readonly number[] | undefined;
  readonly known?: KnownReading;
  /** Whether a row of totals is a line like any other. */
  readonly keepsFoot?: boolean;
}

type Faults = readonly TableFault[];

function wrong(row: number, problem: FieldProblem): Faults {
  return [{ row, column: "", problem }];
}

type Tell = (rows: TableRow[]) => Promise<void>;

/**
 * Reads an uploaded file; passes on its rows as they are read and returns its errors. Blank rows,
 * those above the headings and totals below the last line are skipped, and are listed in `reading`.
 * A file that is not text or exceeds the limits is not read.
 */
export async function readTable(
  asked: TableAsked,
  bounds: FileBounds,
  tell: Tell,
): Promise<TableDone> {
  const file = await openFile(asked.content, bounds, asked.known);
  if ("problem" in file)
    return { faults: wrong(file.row, file.problem), reading: null, header: [] };
  const reading = new TableReading(asked, file, bounds);
  return reading.read(tell);
}

/** How many rows are passed on at once. */
const ROWS_TOLD = 1000;

/** A row whose position in the table is not known yet: it may be part of the foot. */
interface HeldRow extends TableRow {
  readonly hasSurplus: boolean;
}

class TableReading {
  readonly #asked: TableAsked;
  readonly #file: OpenedFile;
  readonly #even: EvenRows;
  readonly #foot = new FootRows<HeldRow>();
  readonly #faults: TableFault[] = [];
  #places: readonly number[] | null = null;
  #width = 0;
  #header: readonly string[] = [];
  #rows: TableRow[] = [];
  #count = 0;

  constructor(asked: TableAsked, file: OpenedFile, bounds: FileBounds) {
    this.#asked = asked;
    this.#file = file;
    this.#even = new EvenRows(LARGEST_ROW, { bounds, shape: file.shape });
  }

  async read(tell: Tell): Promise<TableDone> {
    const faults = await this.#faultsOf(tell);
    const { reading } = this.#file;
    const blanks = this.#even.blankRows.map((row) => ({ row, why: "blank", text: "" }) as const);
    const skipped = [...reading.skipped, ...blanks, ...this.#foot.skipped].toSorted(
      (one, other) => one.row - other.row,
    );
    return { faults, reading: { ...reading, skipped }, header: this.#header };
  }

  async #faultsOf(tell: Tell): Promise<Faults> {
    try {
      const unread = await this.#readRecords(tell);
      if (unread !== null) return unread;
    } catch (error) {
      if (error instanceof BeyondBounds) return wrong(error.row, error.problem);
      if (!(error instanceof CsvError)) throw error;
      this.#faults.push(...wrong(rowOfError(error, this.#even), "row.quotes"));
    }
    await tell(this.#rows);
    return this.#count === 0 && this.#faults.length === 0 ? wrong(0, "file.empty") : this.#faults;
  }

  /** Reads all records; returns errors if the header shows that there is nothing to read. */
  async #readRecords(tell: Tell): Promise<Faults | null> {
    let record = 0;
    for await (const given of csvRecordsOf(this.#file.bytes, this.#even)) {
      record += 1;
      const cells = given.map((cell) => asWritten(cell.trim()));
      const hasSurplus = this.#even.surplusOf(record) > 0;
      if (!hasSurplus && cells.every((cell) => cell === "")) continue;
      const row = this.#even.rowOf(record);
      if (this.#places === null) {
        if (!this.#findPlaces(cells)) return wrong(row, "file.header");
        continue;
      }
      const held = { row, cells, hasSurplus };
      for (const one of this.#asked.keepsFoot ? [held] : this.#foot.add(held)) this.#addRow(one);
      if (this.#rows.length < ROWS_TOLD) continue;
      await tell(this.#rows);
      this.#rows = [];
    }
    return null;
  }

  #findPlaces(names: readonly string[]): boolean {
    const { columns, places: given } = this.#asked;
    this.#header = names;
    const places = given ?? placesOf(columns, names);
    if (columns.some(({ needed }, index) => needed && (places[index] ?? -1) === -1)) return false;
    const isBeyond = (place: number, at: number) =>
      place >= names.length || (place !== -1 && places.indexOf(place) !== at);
    if (places.some(isBeyond)) return false;
    const isStrange = (name: string, at: number) => name !== "" && !places.includes(at);
    if (given === undefined && names.some(isStrange)) return false;
    this.#places = places;
    // A column that a person left out may hold anything.
    this.#width = given === undefined ? 0 : names.length;
    return true;
  }

  #addRow({ row, cells, hasSurplus }: HeldRow): void {
    const places = this.#places ?? [];
    const isUnnamed = (cell: string, at: number) =>
      at >= this.#width && cell !== "" && !places.includes(at);
    if (hasSurplus || cells.some(isUnnamed)) this.#faults.push(...wrong(row, "row.cells"));
    this.#count += 1;
    this.#rows.push({ row, cells: places.map((place) => cells[place] ?? "") });
  }
}
