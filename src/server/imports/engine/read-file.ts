import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { CsvError } from "csv-parse";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { SkippedRow } from "#shared/contract/kernel/file-reading.ts";
import type { ImportReasonCode } from "#shared/messages/imports/reasons-en.ts";
import type { ImportReason } from "#shared/messages/imports/reasons.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { asWritten } from "#server/kernel/platform/formula-cells.ts";
import { CellFault } from "./cells.ts";
import { CHUNK, csvRecords, LARGEST_ROW, rowOfError } from "./csv-records.ts";
import { EvenRows } from "./row-bounds.ts";
import { PLAIN_SHAPE } from "./separator-and-header-row.ts";
import type { ImportFinding, ImportFindings } from "./findings.ts";
import { emptyCell, type ImportFormat, type RowValues } from "./formats.ts";
import { type KnownHeader, readHeader } from "./header.ts";
import { RowDigests, type RowSet } from "./files-alike.ts";

/** A file to be imported: its name and how its bytes are read. */
export interface ImportSource {
  readonly name: string;
  /** Opens it again, up to a number of bytes if given. */
  readonly open: (most?: number) => Readable;
  /** The day of its balances, if a person gave one for the whole file. */
  readonly asOf?: CalendarDate;
  /** How many of its repeated lines somebody said are intended. */
  readonly repeatsMeant?: number;
  /** The digest of the file as it was sent, if `open` returns it converted to UTF-8. */
  readonly sha256?: string;
  /** The mapping of columns, if a person has chosen; else the header shows it. */
  readonly header?: KnownHeader;
  /** Reads it in a separate thread, as for every uploaded file. */
  readonly readApart?: (file: FileOfImport, today: CalendarDate) => Promise<ReadApart>;
}

/** A file of an import: its position among the sources, and its mapping of columns. */
export interface FileOfImport {
  readonly number: number;
  readonly header: KnownHeader;
}

/** The result of a thread for a file. */
export interface ReadApart {
  /** Lines of PostgreSQL's text format, many in each. */
  readonly lines: readonly string[];
  readonly sha256: string;
  readonly rows: number;
  readonly rowSet: RowSet;
  /** The first thousand. */
  readonly findings: readonly ImportFinding[];
  readonly findingCount: number;
  readonly zero: readonly SkippedRow[];
}

/** A file at a path. */
export function sourceAt(name: string, path: string): ImportSource {
  const open = (most?: number) =>
    createReadStream(path, { highWaterMark: CHUNK, ...(most !== undefined && { end: most }) });
  return { name, open };
}

/** A file in memory. */
export function sourceOf(name: string, content: Uint8Array): ImportSource {
  const pieces = Math.ceil(content.length / CHUNK);
  const piece = (at: number) => content.subarray(at * CHUNK, (at + 1) * CHUNK);
  const open = () => Readable.from(Array.from({ length: pieces }, (_, at) => piece(at)));
  return { name, open };
}

/** The result of a file once all of it was read. */
export interface StagedFile {
  readonly name: string;
  readonly format: ImportFormat["kind"];
  readonly sha256: string;
  readonly rows: number;
  /** The identity of the file, in any format. */
  readonly rowSet: RowSet;
  /** The first rows of zero, which were left out. */
  readonly zero: readonly SkippedRow[];
}

/** The most rows of zero that are reported. */
const ZERO_TOLD = 100;

/** Called as a file is read. */
export type OnRead = (read: { readonly bytes: number; readonly rows: number }) => void;

/** Reads the header of a file; null if there is none, or if it has errors, which are added. */
export async function openImportFile(
  source: ImportSource,
  findings: ImportFindings,
): Promise<KnownHeader | null> {
  if (source.header !== undefined) return source.header;
  const rows = new EvenRows(LARGEST_ROW);
  try {
    const header = await firstRecord(source, rows);
    if (header === undefined) {
      findings.add({ file: source.name, row: null, column: "", reason: { code: "file.empty" } });
      return null;
    }
    const known = readHeader(header);
    if ("format" in known) return known;
    for (const fault of known) findings.add({ file: source.name, row: rows.rowOf(1), ...fault });
  } catch (error) {
    if (error instanceof CsvError) {
      const row = rowOfError(error, rows);
      findings.add({ file: source.name, row, column: "", reason: complaintOf(error) });
    } else if (isNoFile(error)) {
      findings.add({
        file: source.name,
        row: null,
        column: "",
        reason: { code: "file.unreadable" },
      });
    } else throw error;
  }
  return null;
}

async function firstRecord(source: ImportSource, rows: EvenRows): Promise<string[] | undefined> {
  const file = source.open(LARGEST_ROW);
  try {
    for await (const record of csvRecords(file, rows)) return record;
    return undefined;
  } finally {
    file.destroy();
  }
}

/** Streams a file into its staging table; adds the errors of cells and rows. */
export async function stageImportFile(
  work: UnitOfWork,
  source: ImportSource & FileOfImport,
  findings: ImportFindings,
  today: CalendarDate,
  onRead: OnRead,
): Promise<StagedFile> {
  const { format } = source.header;
  const { table, columns } = format.copy;
  const copy = (lines: Iterable<string> | AsyncIterable<string>) =>
    work.copyIn(
      `copy ${table} (${columns}) from stdin`,
      Readable.from(lines, { objectMode: false }),
    );
  let read: Pick<ReadApart, "sha256" | "rows" | "rowSet" | "zero">;
  if (source.readApart) {
    const apart = await source.readApart(source, today);
    for (const finding of apart.findings) findings.add(finding);
    findings.addUnseen(apart.findingCount - apart.findings.length);
    await copy(apart.lines);
    read = apart;
  } else {
    const reading = new FileReading(source, findings, today, onRead);
    await copy(reading.lines());
    read = reading;
  }
  await work.run(`analyze ${table}`);
  const { rows, rowSet, zero } = read;
  const sha256 = source.sha256 ?? read.sha256;
  return { name: source.name, format: format.kind, sha256, rows, rowSet, zero };
}

/** A file that is read row by row; its digest and its rows are known once all lines are read. */
export class FileReading {
  readonly #source: ImportSource & FileOfImport;
  readonly #findings: ImportFindings;
  readonly #today: CalendarDate;
  readonly #onRead: OnRead;
  readonly #hash = createHash("sha256");
  readonly #digests: RowDigests;
  #rows = 0;
  #zero: readonly SkippedRow[] = [];
  #sha256 = "";

  constructor(
    source: ImportSource & FileOfImport,
    findings: ImportFindings,
    today: CalendarDate,
    onRead: OnRead,
  ) {
    this.#source = source;
    this.#findings = findings;
    this.#today = today;
    this.#onRead = onRead;
    this.#digests = new RowDigests([source.header.format.kind]);
  }

  get rows(): number {
    return this.#rows;
  }

  /** The first rows of zero, which were left out. */
  get zero(): readonly SkippedRow[] {
    return this.#zero;
  }

  get rowSet(): RowSet {
    return this.#digests.finish();
  }

  get sha256(): string {
    return this.#sha256;
  }

  /** The rows as lines of PostgreSQL's text format; adds their errors. */
  async *lines(): AsyncGenerator<string> {
    const { shape = PLAIN_SHAPE } = this.#source.header;
    const rows = new EvenRows(LARGEST_ROW, { shape });
    const reader = new RowReader(this.#source, rows, this.#findings, this.#today, this.#digests);
    let bytes = 0;
    const counted = measured(this.#hash, (more) => {
      this.#onRead({ bytes: (bytes += more), rows: reader.rows });
    });
    const file = this.#source.open();
    file.once("error", (error) => counted.destroy(error));
    yield* reader.lines(csvRecords(file.pipe(counted), rows));
    this.#rows = reader.rows;
    this.#zero = reader.zero;
    this.#sha256 = this.#hash.digest("hex");
  }
}

function measured(hash: Hash, onChunk: (bytes: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      onChunk(chunk.length);
      done(null, chunk);
    },
  });
}

/** Turns the rows of a file into lines of PostgreSQL's text format. */
class RowReader {
  rows = 0;
  readonly zero: SkippedRow[] = [];
  readonly #even: EvenRows;
  readonly #file: string;
  readonly #number: number;
  readonly #header: KnownHeader;
  readonly #findings: ImportFindings;
  readonly #today: CalendarDate;
  readonly #digests: RowDigests;
  #row = 0;

  constructor(
    { name, number, header }: FileOfImport & { readonly name: string },
    even: EvenRows,
    findings: ImportFindings,
    today: CalendarDate,
    digests: RowDigests,
  ) {
    this.#digests = digests;
    this.#file = name;
    this.#even = even;
    this.#number = number;
    this.#header = header;
    this.#findings = findings;
    this.#today = today;
  }

  async *lines(records: AsyncIterable<string[]>): AsyncGenerator<string> {
    let chunk = "";
    let count = 0;
    try {
      for await (const record of records) {
        count += 1;
        // The header, and rows of blanks other than plain spaces.
        const cutOff = this.#even.surplusOf(count);
        const isBlank = cutOff === 0 && record.every((cell) => cell === "" || cell.trim() === "");
        if (count === 1 || isBlank) continue;
        this.#row = this.#even.rowOf(count);
        this.rows += 1;
        chunk += this.#lineOf(record, cutOff);
        if (chunk.length < CHUNK) continue;
        yield chunk;
        chunk = "";
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      this.#row = rowOfError(error, this.#even);
      this.#add("", complaintOf(error));
    }
    if (chunk !== "") yield chunk;
  }

  #lineOf(record: readonly string[], cutOff: number): string {
    const { format, places, width = 0, days = [] } = this.#header;
    const unnamed = record.findIndex(
      (cell, at) => at >= width && cell.trim() !== "" && !places.includes(at),
    );
    const surplus = unnamed === -1 ? cutOff : unnamed + 1;
    if (surplus > 0) this.#add("", { code: "row.surplus", given: { cell: surplus } });
    const { columns, copy, settle } = format;
    const values: RowValues = [];
    const faulty = new Set<string>();
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index] as (typeof columns)[number];
      const text = asWritten(record[places[index] ?? -1]?.trim() ?? "");
      const empty = column.needed ? emptyCell : column.otherwise;
      const value = text === "" ? empty : column.read(text, this.#today, days[index] ?? undefined);
      if (value instanceof CellFault) {
        this.#add(column.name, value.reason);
        faulty.add(column.name);
        values.push(null);
      } else values.push(value);
    }
    const settles = faulty.size === 0 || format.settlesFaulty === true;
    const fault = settles ? (settle?.(values) ?? null) : null;
    if (fault === "zero") return this.#leaveOut(values);
    if (fault !== null && !faulty.has(fault.column)) this.#add(fault.column, fault.reason);
    this.#digests.add(values.slice(0, copy.count).map((value) => value ?? null));
    let line = `${this.#number}\t${this.#row}`;
    for (let index = 0; index < copy.count; index += 1) line += `\t${copied(values[index])}`;
    return `${line}\n`;
  }

  #leaveOut(values: RowValues): string {
    const text = values.slice(0, 3).filter(Boolean).join(" ");
    if (this.zero.length < ZERO_TOLD) this.zero.push({ row: this.#row, why: "zero", text });
    return "";
  }

  #add(column: string, reason: ImportReason): void {
    this.#findings.add({ file: this.#file, row: this.#row, column, reason });
  }
}

/** Cells no longer hold tabs or line ends, so only the backslash is escaped. */
function copied(value: string | null | undefined): string {
  if (value == null) return "\\N";
  return value.includes("\\") ? value.replaceAll("\\", "\\\\") : value;
}

const complaints: Readonly<Record<string, ImportReasonCode>> = {
  CSV_QUOTE_NOT_CLOSED: "csv.open-quote",
  CSV_INVALID_CLOSING_QUOTE: "csv.after-quote",
  INVALID_OPENING_QUOTE: "csv.inner-quote",
  CSV_MAX_RECORD_SIZE: "csv.long-row",
};

function complaintOf(error: CsvError): ImportReason {
  return { code: complaints[error.code] ?? "csv.other" };
}

function isNoFile(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return code === "ENOENT" || code === "EACCES" || code === "EISDIR";
}
