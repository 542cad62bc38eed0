import { type Cents, cents } from "#shared/money.ts";
import { harmless } from "#server/kernel/platform/formula-cells.ts";
import type { Cell, ColumnKind, StatementDocument, StatementTable } from "./statement-document.ts";

/** Without it a spreadsheet reads the file in its own code page and spoils names. */
const BYTE_ORDER_MARK = "\uFEFF";

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
  const lines = [
    columns.map(({ head }) => text(head)),
    ...(broughtForward === null ? [] : [broughtForward.map(written(kinds))]),
    ...rows.map((row) => row.map(written(kinds))),
    total.sums.map((sum, index) => (index === 0 ? text(total.label) : money(sum))),
  ];
  const body = lines.map((cells) => `${cells.join(",")}\r\n`).join("");
  return new TextEncoder().encode(BYTE_ORDER_MARK + body);
}

/** A cell of a list: text, or an amount. */
export type CsvCell = string | Cents;

/** Writes rows as CSV by the same rules; the first row is the heading. */
export function drawCsvRows(rows: readonly (readonly CsvCell[])[]): Uint8Array {
  const mark = new TextEncoder().encode(BYTE_ORDER_MARK);
  return Buffer.concat([mark, drawMoreCsvRows(rows)]);
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
export function drawMoreCsvRows(rows: readonly (readonly CsvCell[])[]): Uint8Array {
  const lines = rows.map((cells) =>
    cells.map((cell) => (typeof cell === "string" ? text(cell) : money(cell))).join(","),
  );
  return new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(""));
}

function written(kinds: readonly ColumnKind[]) {
  return (cell: Cell, index: number): string => {
    if (cell === null) return "";
    const kind = kinds[index];
    if (kind === "money") return money(cents(cell as bigint));
    return kind === "number" ? String(cell) : text(String(cell));
  };
}

/** An amount as a plain decimal, which every spreadsheet reads as a number. */
function money(amount: Cents | null): string {
  if (amount === null) return "";
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % 100n).padStart(2, "0");
  return `${amount < 0n ? "-" : ""}${size / 100n}.${fraction}`;
}

function text(value: string): string {
  const cell = harmless(value);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
