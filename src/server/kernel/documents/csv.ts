import { type Options, stringify } from "csv-stringify/sync";
import { type Cents, cents } from "#shared/money.ts";
import { harmless } from "#server/kernel/platform/formula-cells.ts";
import type { Cell, ColumnKind, StatementDocument, StatementTable } from "./statement-document.ts";

/**
 * The format of every CSV file (RFC 4180). `escape_formulas` of the library stays off: it leaves
 * text with leading apostrophes as it is, so that an import could not distinguish them from added
 * ones.
 */
const FORMAT: Options = {
  record_delimiter: "\r\n",
  // A lone line feed or carriage return in a cell is quoted as well.
  quote_record_delimiter: true,
  cast: { string: harmless, bigint: (value) => money(cents(value)) },
};

/** Writes a statement as CSV. */
export function drawCsv({ table }: StatementDocument): Uint8Array {
  return csvOf(table);
}

/**
 * Writes a table as CSV (RFC 4180) for programs and spreadsheets: UTF-8, ISO days, plain decimals,
 * and an apostrophe before text that looks like a formula.
 */
export function csvOf(table: StatementTable): Uint8Array {
  const { columns, broughtForward, rows, total } = table;
  const kinds = columns.map(({ kind }) => kind);
  const lines: CsvRow[] = [
    columns.map(({ head }) => head),
    ...(broughtForward === null ? [] : [broughtForward.map(typed(kinds))]),
    ...rows.map((row) => row.map(typed(kinds))),
    total.sums.map((sum, index) => (index === 0 ? total.label : sum)),
  ];
  return drawCsvRows(lines);
}

/** A cell of a list: text, or an amount. */
export type CsvCell = string | Cents;

type CsvRow = readonly (CsvCell | number | null)[];

/** Writes rows as CSV; the first row is the heading. */
export function drawCsvRows(rows: readonly CsvRow[]): Uint8Array {
  // Without a byte-order mark a spreadsheet reads the file in its own code page and corrupts names.
  return new TextEncoder().encode(stringify([...rows], { ...FORMAT, bom: true }));
}

/** Writes a long list by the same rules, page by page, without keeping it in memory. */
export async function* streamCsvRows(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<Uint8Array> {
  yield drawCsvRows([head]);
  for await (const rows of pages) yield drawMoreCsvRows(rows);
}

/** Writes the rows that follow the first part of a file that is streamed. */
export function drawMoreCsvRows(rows: readonly CsvRow[]): Uint8Array {
  return new TextEncoder().encode(stringify([...rows], FORMAT));
}

/** Gives a cell the type that decides how it is written. */
function typed(kinds: readonly ColumnKind[]) {
  return (cell: Cell, index: number): CsvCell | number | null => {
    if (cell === null) return null;
    const kind = kinds[index];
    if (kind === "money") return cents(cell as bigint);
    return kind === "number" ? Number(cell) : String(cell);
  };
}

/** An amount as a plain decimal, which every spreadsheet reads as a number. */
function money(amount: Cents): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % 100n).padStart(2, "0");
  return `${amount < 0n ? "-" : ""}${size / 100n}.${fraction}`;
}
