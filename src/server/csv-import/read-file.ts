import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Options, parse } from "csv-parse";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { UnitOfWork } from "#server/platform/database.ts";
import { CellFault } from "./cells.ts";
import type { ImportFindings } from "./findings.ts";
import { emptyCell, type ImportFormat, type RowValues } from "./formats.ts";
import { type KnownHeader, readHeader } from "./header.ts";

/** A file to be imported: what it is called and where it lies. */
export interface ImportSource {
  readonly name: string;
  readonly path: string;
}

/** What a file came to once all of it was read. */
export interface StagedFile {
  readonly name: string;
  readonly format: ImportFormat["kind"];
  readonly sha256: string;
  readonly rows: number;
}

/** Told as a file is read. */
export type OnRead = (read: { readonly bytes: number; readonly rows: number }) => void;

const LARGEST_ROW = 1_000_000;
const CHUNK = 65_536;

const dialect: Options = {
  bom: true,
  // A row that is too short or too long is told in words, and the others are read on.
  relax_column_count: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  max_record_size: LARGEST_ROW,
};

/** Reads the header of a file; null where there is none, or it has faults, which are added. */
export async function openImportFile(
  source: ImportSource,
  findings: ImportFindings,
): Promise<KnownHeader | null> {
  try {
    const header = await firstRecord(source.path);
    if (header === undefined) {
      findings.add({ file: source.name, row: null, column: "", reason: "is empty" });
      return null;
    }
    const known = readHeader(header);
    if ("format" in known) return known;
    for (const fault of known) findings.add({ file: source.name, row: 1, ...fault });
  } catch (error) {
    if (error instanceof CsvError) {
      findings.add({ file: source.name, row: 1, column: "", reason: wordsOf(error) });
    } else if (isNoFile(error)) {
      findings.add({ file: source.name, row: null, column: "", reason: "cannot be read" });
    } else throw error;
  }
  return null;
}

async function firstRecord(path: string): Promise<string[] | undefined> {
  const file = createReadStream(path, { end: LARGEST_ROW });
  const parser = parse(dialect);
  file.once("error", (error) => parser.destroy(error));
  try {
    for await (const record of file.pipe(parser) as AsyncIterable<string[]>) return record;
    return undefined;
  } finally {
    file.destroy();
  }
}

/** Streams a file into its staging table; what is wrong with a cell or a row is added. */
export async function stageImportFile(
  work: UnitOfWork,
  source: ImportSource & { readonly number: number; readonly header: KnownHeader },
  findings: ImportFindings,
  today: CalendarDate,
  onRead: OnRead,
): Promise<StagedFile> {
  const { format } = source.header;
  const reading = new RowReader(source, findings, today);
  const hash = createHash("sha256");
  const told = { bytes: 0, rows: 0 };
  const parser = parse(dialect);
  const fed = pipeline(
    createReadStream(source.path, { highWaterMark: CHUNK }),
    measured(hash, (bytes) => {
      onRead({ bytes: (told.bytes += bytes), rows: reading.rows });
    }),
    parser,
  );
  // Whoever reads the parser sees its error too; this one is only not to be left unheard.
  fed.catch(() => {});
  const rows = Readable.from(reading.lines(parser as AsyncIterable<string[]>), {
    objectMode: false,
  });
  const { table, columns } = format.copy;
  await work.copyIn(`copy ${table} (${columns}) from stdin`, rows);
  if (reading.complaint === null) await fed;
  await work.run(`analyze ${table}`);
  return {
    name: source.name,
    format: format.kind,
    sha256: hash.digest("hex"),
    rows: reading.rows,
  };
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
  complaint: string | null = null;
  readonly #file: string;
  readonly #number: number;
  readonly #header: KnownHeader;
  readonly #findings: ImportFindings;
  readonly #today: CalendarDate;
  #row = 0;

  constructor(
    { name, number, header }: { name: string; number: number; header: KnownHeader },
    findings: ImportFindings,
    today: CalendarDate,
  ) {
    this.#file = name;
    this.#number = number;
    this.#header = header;
    this.#findings = findings;
    this.#today = today;
  }

  async *lines(records: AsyncIterable<string[]>): AsyncGenerator<string> {
    let chunk = "";
    try {
      for await (const record of records) {
        this.#row += 1;
        // The header, and blank rows anywhere, as a spreadsheet leaves them at the end.
        if (this.#row === 1 || record.every((cell) => cell === "" || cell.trim() === "")) continue;
        this.rows += 1;
        chunk += this.#lineOf(record);
        if (chunk.length < CHUNK) continue;
        yield chunk;
        chunk = "";
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      this.complaint = wordsOf(error);
      this.#row += 1;
      this.#add("", this.complaint);
    }
    if (chunk !== "") yield chunk;
  }

  #lineOf(record: readonly string[]): string {
    const { format, places } = this.#header;
    const surplus = record.findIndex((cell, at) => cell.trim() !== "" && !places.includes(at));
    if (surplus !== -1) {
      this.#add("", `has something in cell ${surplus + 1}, which is under no column`);
    }
    const { columns, copy, settle } = format;
    const values: RowValues = [];
    let isRead = true;
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index] as (typeof columns)[number];
      const text = record[places[index] ?? -1]?.trim() ?? "";
      const empty = column.needed ? emptyCell : column.otherwise;
      const value = text === "" ? empty : column.read(text, this.#today);
      if (value instanceof CellFault) {
        this.#add(column.name, value.reason);
        isRead = false;
        values.push(null);
      } else values.push(value);
    }
    const fault = isRead ? (settle?.(values) ?? null) : null;
    if (fault !== null) this.#add(fault.column, fault.reason);
    let line = `${this.#number}\t${this.#row}`;
    for (let index = 0; index < copy.count; index += 1) line += `\t${copied(values[index])}`;
    return `${line}\n`;
  }

  #add(column: string, reason: string): void {
    this.#findings.add({ file: this.#file, row: this.#row, column, reason });
  }
}

/** Cells hold no tab and no line end any more, so that the backslash alone is escaped. */
function copied(value: string | null | undefined): string {
  if (value == null) return "\\N";
  return value.includes("\\") ? value.replaceAll("\\", "\\\\") : value;
}

const complaints: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is opened here or below and never closed",
  CSV_INVALID_CLOSING_QUOTE: "something stands after a closing quote",
  INVALID_OPENING_QUOTE: "a quote stands inside a cell that does not begin with one",
  CSV_MAX_RECORD_SIZE: "the row is longer than a million characters: is a quote left open?",
};

function wordsOf(error: CsvError): string {
  return complaints[error.code] ?? "is not a row of CSV";
}

function isNoFile(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return code === "ENOENT" || code === "EACCES" || code === "EISDIR";
}
