import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { type FileShape, PLAIN_SHAPE, separatorCharacters } from "./separator-and-header-row.ts";

/** The maximum size of a file, checked before any of it is parsed. */
export interface FileBounds {
  /** Rows below the header; blank ones do not count. */
  readonly rows: number;
  readonly columns: number;
  /** Rows times columns, with the cells that short rows leave out. */
  readonly cells: number;
}

/** Thrown at the first row that is beyond a bound. */
export class BeyondBounds extends Error {
  readonly row: number;
  readonly problem: FieldProblem;

  constructor(row: number, problem: FieldProblem) {
    super(problem);
    this.row = row;
    this.problem = problem;
  }
}

/** For files that no request holds up. */
export const NO_BOUNDS: FileBounds = { rows: Infinity, columns: Infinity, cells: Infinity };

const [TAB, LF, CR, SPACE, QUOTE, COMMA] = [9, 10, 13, 32, 34, 44];
/** The most blank rows that are reported. */
const BLANK_TOLD = 20;
const NOTHING: Buffer = Buffer.alloc(0);
const EMPTY_CELL: Buffer = Buffer.from('""');

interface EvenOptions {
  readonly bounds?: FileBounds;
  /** The position of the table; rows outside it are left out like blank ones. */
  readonly shape?: FileShape;
  /** The only rows to return besides the first, with their surplus cells. */
  readonly only?: Pick<ReadonlySet<number>, "has">;
}

/**
 * Gives every row of a CSV file as many cells as its first: short rows get empty cells, surplus
 * cells are cut off, and blank rows are left out. `surplusOf` returns where a value was cut off.
 * csv-parse makes an error of 50 µs for each uneven row, blank ones included, so that 5 MiB of line
 * ends would take it minutes; this takes 20 ms. Counts what the file holds and throws BeyondBounds
 * before the parser sees any of it.
 */
export class EvenRows {
  readonly #bounds: FileBounds;
  readonly #longestRow: number;
  readonly #only: Pick<ReadonlySet<number>, "has"> | undefined;
  readonly #shape: FileShape;
  readonly #separator: number;
  readonly #surplus = new Map<number, number>();
  readonly #out: Buffer[] = [];
  /** The records from which on a number of blank rows were left out. */
  readonly #gaps: { readonly record: number; readonly blank: number }[] = [];
  #gap = 0;
  #pending = NOTHING;
  #width = 0;
  #separators = NOTHING;
  #rows = 0;
  #records = 0;
  #isPassing = false;
  // For the row that is being read.
  #cells = 1;
  #cut = 0;
  #isQuoting = false;
  #hasContent = false;
  /** The first cell beyond the width with a value; zero if there is none. */
  #firstSurplus = 0;
  /** Whether another letter or digit changes nothing about the row. */
  #isPlain = false;
  // For the row before.
  #afterReturn = false;
  #wasBlank = false;

  constructor(
    longestRow: number,
    { bounds = NO_BOUNDS, shape = PLAIN_SHAPE, only }: EvenOptions = {},
  ) {
    this.#longestRow = longestRow;
    this.#bounds = bounds;
    this.#only = only;
    this.#shape = shape;
    this.#separator = this.separator.charCodeAt(0);
  }

  /** The character between two cells. */
  get separator(): string {
    return separatorCharacters[this.#shape.separator];
  }

  /** The first blank rows between two others, as a spreadsheet counts them. */
  get blankRows(): number[] {
    const rows: number[] = [];
    let before = this.#shape.headerRow - 1;
    for (const { record, blank } of this.#gaps) {
      for (let row = record + before; row < record + blank; row += 1) {
        if (rows.length < BLANK_TOLD && !this.#shape.skipped.has(row)) rows.push(row);
      }
      before = Math.max(before, blank);
    }
    return rows;
  }

  /** Takes the next bytes and returns those of the completed rows. */
  push(chunk: Uint8Array): Buffer[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#isPassing) return [bytes];
    const at = this.#pending.length;
    const all = at === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const rowStart = this.#scan(all, at);
    this.#pending = all.subarray(rowStart);
    this.#cut -= rowStart;
    if (this.#bounds === NO_BOUNDS && this.#pending.length > this.#longestRow) this.#pass();
    return this.#out.splice(0);
  }

  /** Returns the last row, if no line end follows it. */
  end(): Buffer[] {
    const last = this.#pending;
    this.#pending = NOTHING;
    if (!this.#isPassing && last.length > 0) {
      const from = this.#endRow(last, { start: 0, end: last.length }, 0);
      this.#emit(last, from, last.length);
    }
    return this.#out.splice(0);
  }

  /** The row of a record in the file, as a spreadsheet counts them; both count from 1. */
  rowOf(record: number): number {
    if ((this.#gaps[this.#gap]?.record ?? 0) > record) this.#gap = 0;
    while ((this.#gaps[this.#gap + 1]?.record ?? Infinity) <= record) this.#gap += 1;
    const gap = this.#gaps[this.#gap];
    return gap !== undefined && gap.record <= record ? record + gap.blank : record;
  }

  /** The first surplus cell of a record with a value, counted from 1; zero for none. */
  surplusOf(record: number): number {
    return this.#surplus.get(record) ?? 0;
  }

  /** Reads on from a position; returns the start of the row that has not ended yet. */
  #scan(bytes: Buffer, from: number): number {
    let rowStart = 0;
    let runStart = 0;
    let isPlain = this.#isPlain;
    const separator = this.#separator;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      // Most bytes are letters and digits of a row that is as long as it should be.
      if (byte > COMMA && isPlain && byte !== separator) continue;
      if (this.#isQuoting) {
        if (byte === QUOTE) this.#isQuoting = false;
        else if (this.#cells > this.#width) this.#noteSurplus(byte);
      } else if (byte === LF || byte === CR) {
        if (byte === LF && this.#afterReturn && at === rowStart) {
          // The second byte of a line end: it is kept or left out together with the first.
          if (runStart === at && this.#wasBlank) runStart = at + 1;
        } else runStart = this.#endRow(bytes, { start: rowStart, end: at }, runStart);
        this.#afterReturn = byte === CR;
        rowStart = at + 1;
        this.#isPlain = false;
      } else this.#readByte(byte, at);
      isPlain = this.#isPlain;
    }
    this.#emit(bytes, runStart, rowStart);
    return rowStart;
  }

  #readByte(byte: number, at: number): void {
    if (byte === this.#separator) {
      if (this.#cells === this.#width) this.#cut = at;
      this.#cells += 1;
      if (this.#cells > this.#width) this.#isPlain = false;
    } else if (byte === QUOTE) {
      this.#hasContent = this.#isQuoting = true;
      this.#isPlain = false;
    } else if (byte !== SPACE && byte !== TAB) {
      this.#hasContent = true;
      if (this.#cells > this.#width) this.#noteSurplus(byte);
      this.#isPlain = this.#cells <= this.#width || this.#width === 0;
    }
  }

  #noteSurplus(byte: number): void {
    if (this.#width === 0 || this.#firstSurplus > 0 || byte === SPACE || byte === TAB) return;
    this.#firstSurplus = this.#cells;
  }

  /** Evens out a completed row; returns the start of the bytes still to be passed on. */
  #endRow(
    bytes: Buffer,
    { start, end }: { readonly start: number; readonly end: number },
    runStart: number,
  ): number {
    this.#rows += 1;
    const isKept = this.#hasContent && this.#isWanted();
    this.#wasBlank = !isKept;
    let next = runStart;
    if (isKept) {
      this.#count();
      const { length } = this.#separators;
      if (this.#cells < this.#width) {
        this.#emit(bytes, runStart, end);
        this.#out.push(this.#separators.subarray(length - (this.#width - this.#cells)));
        next = end;
      } else if (this.#cells > this.#width && this.#only === undefined) {
        this.#emit(bytes, runStart, this.#cut);
        // The parser would skip an empty line, and so lose the row whose surplus it should report.
        if (this.#cut === start) this.#out.push(EMPTY_CELL);
        next = end;
      }
    } else {
      this.#emit(bytes, runStart, start);
      // With its line end; if that is two bytes, the reader of the next byte handles it.
      next = end + 1;
    }
    this.#cells = 1;
    this.#firstSurplus = 0;
    this.#isQuoting = this.#hasContent = false;
    return next;
  }

  #isWanted(): boolean {
    const { headerRow, skipped } = this.#shape;
    if (this.#rows < headerRow || skipped.has(this.#rows)) return false;
    return this.#only === undefined || this.#records === 0 || this.#only.has(this.#rows);
  }

  /** Counts a row that is not blank; the first sets the number of cells. */
  #count(): void {
    this.#records += 1;
    const blank = this.#rows - this.#records;
    if (blank > (this.#gaps.at(-1)?.blank ?? 0)) this.#gaps.push({ record: this.#records, blank });
    if (this.#width === 0) {
      this.#width = this.#cells;
      this.#separators = Buffer.alloc(Math.min(this.#width, this.#longestRow), this.#separator);
    }
    if (this.#firstSurplus > 0) this.#surplus.set(this.#records, this.#firstSurplus);
    const { rows, columns, cells } = this.#bounds;
    if (this.#width > columns) throw new BeyondBounds(this.#rows, "file.name-row");
    if (this.#records - 1 > rows) throw new BeyondBounds(this.#rows, "file.rows");
    if (this.#records * this.#width > cells) throw new BeyondBounds(this.#rows, "file.cells");
  }

  /** The parser rejects a row without an end, with its own message. */
  #pass(): void {
    this.#isPassing = true;
    this.#out.push(this.#pending);
    this.#pending = NOTHING;
  }

  #emit(bytes: Buffer, from: number, to: number): void {
    if (to > from) this.#out.push(bytes.subarray(from, to));
  }
}
