import { createHash } from "node:crypto";

/** From this share of rows, in percent, a file looks like an earlier one. */
export const ALIKE_PERCENT = 90;

/** The bytes kept of each row's SHA-256: enough to distinguish millions of rows. */
const ROW_BYTES = 8;

/** The rows of a file as they are kept to recognise it. */
export interface RowSet {
  /** SHA-256 in hexadecimal over all rows; equal for files with the same rows in any order. */
  readonly digest: string;
  readonly rows: number;
  /** Eight bytes for each row in ascending order, for a `bytea` column. */
  readonly packed: Uint8Array;
}

/**
 * Collects the parsed rows of a file. Blank lines, the order of rows and columns, number formats
 * and capitals do not change the result, if the caller adds each row as parsed values in a fixed
 * order. Only files of one scope are comparable: name the kind of file, and anything its rows lack,
 * such as the month of a check-off.
 */
export class RowDigests {
  readonly #scope: string;
  readonly #rows: bigint[] = [];

  constructor(scope: readonly string[]) {
    this.#scope = JSON.stringify(scope);
  }

  /** Adds one row; a missing value is null. */
  add(values: readonly (string | null)[]): void {
    const row = JSON.stringify(values.map((value) => (value === null ? null : alike(value))));
    const hash = createHash("sha256").update(this.#scope).update("\n").update(row).digest();
    this.#rows.push(hash.readBigUInt64BE());
  }

  /** Returns the digest to keep once every row was added. */
  finish(): RowSet {
    const sorted = BigUint64Array.from(this.#rows).toSorted();
    const packed = Buffer.alloc(sorted.length * ROW_BYTES);
    for (const [at, row] of sorted.entries()) packed.writeBigUInt64BE(row, at * ROW_BYTES);
    const digest = createHash("sha256").update(this.#scope).update(packed).digest("hex");
    return { digest, rows: sorted.length, packed };
  }
}

/** Capitals, widths of characters and repeated blanks make no difference. */
function alike(value: string): string {
  return value.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** Counts the rows of a file that an earlier file has too; a repeated row counts twice. */
export function rowsInBoth(packed: Uint8Array, earlier: Uint8Array): number {
  const mine = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const theirs = Buffer.from(earlier.buffer, earlier.byteOffset, earlier.byteLength);
  let count = 0;
  let at = 0;
  let other = 0;
  while (at < mine.length && other < theirs.length) {
    const order = mine.compare(theirs, other, other + ROW_BYTES, at, at + ROW_BYTES);
    if (order === 0) count += 1;
    if (order <= 0) at += ROW_BYTES;
    if (order >= 0) other += ROW_BYTES;
  }
  return count;
}

/** Returns whether `ALIKE_PERCENT` or more of a file's rows were in an earlier file. */
export function looksLike(packed: Uint8Array, earlier: Uint8Array): boolean {
  const rows = packed.length / ROW_BYTES;
  return rows > 0 && rowsInBoth(packed, earlier) * 100 >= rows * ALIKE_PERCENT;
}

/** Returns the fewest rows an earlier file must have for a file of this length to look like it. */
export function fewestRowsAlike(rows: number): number {
  return Math.ceil((rows * ALIKE_PERCENT) / 100);
}
