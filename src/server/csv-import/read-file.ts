import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Options, parse } from "csv-parse";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { ImportReasonCode } from "#shared/messages/import-reasons-en.ts";
import type { ImportReason } from "#shared/messages/import-reasons.ts";
import type { UnitOfWork } from "#server/platform/database.ts";
import { CellFault } from "./cells.ts";
import type { ImportFindings } from "./findings.ts";
import { emptyCell, type ImportFormat, type RowValues } from "./formats.ts";
import { type KnownHeader, readHeader } from "./header.ts";

const LARGEST_ROW = 1_000_000;
const CHUNK = 65_536;

/** A file to be imported: what it is called and how its bytes are read. */
export interface ImportSource {
  readonly name: string;
  /** Opens it anew, for at most so many bytes where that is said. */
  readonly open: (most?: number) => Readable;
  /** Which column is which, where a person has said; else the header tells. */
  readonly header?: KnownHeader;
}

/** A file that lies at a path. */
export function sourceAt(name: string, path: string): ImportSource {
  const open = (most?: number) =>
    createReadStream(path, { highWaterMark: CHUNK, ...(most !== undefined && { end: most }) });
  return { name, open };
}

/** A file that is held in memory. */
export function sourceOf(name: string, content: Uint8Array, header: KnownHeader): ImportSource {
  const pieces = Math.ceil(content.length / CHUNK);
  const piece = (at: number) => content.subarray(at * CHUNK, (at + 1) * CHUNK);
  const open = () => Readable.from(Array.from({ length: pieces }, (_, at) => piece(at)));
  return { name, header, open };
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

/** How every CSV file is read, a file from the command line or one that was uploaded. */
export const dialect: Options = {
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
  if (source.header !== undefined) return source.header;
  try {
    const header = await firstRecord(source);
    if (header === undefined) {
      findings.add({ file: source.name, row: null, column: "", reason: { code: "file.empty" } });
      return null;
    }
    const known = readHeader(header);
    if ("format" in known) return known;
    for (const fault of known) findings.add({ file: source.name, row: 1, ...fault });
  } catch (error) {
    if (error instanceof CsvError) {
      findings.add({ file: source.name, row: 1, column: "", reason: complaintOf(error) });
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

async function firstRecord(source: ImportSource): Promise<string[] | undefined> {
  const file = source.open(LARGEST_ROW);
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
    source.open(),
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
  complaint: ImportReason | null = null;
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
      this.complaint = complaintOf(error);
      this.#row += 1;
      this.#add("", this.complaint);
    }
    if (chunk !== "") yield chunk;
  }

  #lineOf(record: readonly string[]): string {
    const { format, places, width = 0 } = this.#header;
    const surplus = record.findIndex(
      (cell, at) => at >= width && cell.trim() !== "" && !places.includes(at),
    );
    if (surplus !== -1) {
      this.#add("", { code: "row.surplus", given: { cell: surplus + 1 } });
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

  #add(column: string, reason: ImportReason): void {
    this.#findings.add({ file: this.#file, row: this.#row, column, reason });
  }
}

/** Cells hold no tab and no line end any more, so that the backslash alone is escaped. */
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
