import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Options, parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { EvenRows } from "./row-bounds.ts";

/** The most bytes of one row. */
export const LARGEST_ROW = 1_000_000;
/** How many bytes are read at once. */
export const CHUNK = 65_536;

/** Reads every CSV file, from the command line or uploaded. */
const dialect: Options = {
  bom: true,
  // Only rows that were requested as they were sent may still be uneven.
  relax_column_count: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  max_record_size: LARGEST_ROW,
};

/** Writes a row as this reader reads it, with its line feed. */
export function csvLine(cells: readonly string[]): string {
  return stringify([[...cells]], { record_delimiter: "\n", quote_record_delimiter: true });
}

/** Parses the rows of a file once they are even; `rows` maps each record to its row. */
export function csvRecords(bytes: Readable, rows: EvenRows): AsyncIterable<string[]> {
  const parser = parse({ ...dialect, delimiter: rows.separator });
  // The parser's reader sees an error too; this handler only keeps it from being unhandled.
  pipeline(bytes, evening(rows), parser).catch(() => {});
  return parser;
}

/** The same for a file in memory. */
export function csvRecordsOf(content: Uint8Array, rows: EvenRows): AsyncIterable<string[]> {
  // In one piece, so that all of it is counted before any of it is parsed.
  return csvRecords(Readable.from([content], { objectMode: false }), rows);
}

/** The row of the file at which the parser gave up. */
export function rowOfError(error: object, rows: EvenRows): number {
  return rows.rowOf(Number((error as { records?: unknown }).records) + 1);
}

function evening(rows: EvenRows): Transform {
  function give(this: Transform, pieces: readonly Buffer[]): void {
    const all = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    for (let at = 0; at < all.length; at += CHUNK) this.push(all.subarray(at, at + CHUNK));
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        give.call(this, rows.push(chunk));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        give.call(this, rows.end());
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
