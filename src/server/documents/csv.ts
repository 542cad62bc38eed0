import type { Cents } from "#shared/money.ts";
import type { Cell, ColumnKind, StatementDocument } from "./statement-document.ts";

/** A spreadsheet takes text that begins so for a formula and would run it. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without it a spreadsheet reads the file in a code page of its own and spoils names. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Writes a statement as CSV after RFC 4180, for programs and spreadsheets: UTF-8, ISO days, plain
 * decimals, and text that looks like a formula made harmless with an apostrophe before it.
 */
export function drawCsv({ table }: StatementDocument): Uint8Array {
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

function written(kinds: readonly ColumnKind[]) {
  return (cell: Cell, index: number): string => {
    if (cell === null) return "";
    const kind = kinds[index];
    if (kind === "money") return money(cell as Cents);
    return kind === "number" ? String(cell) : text(String(cell));
  };
}

/** An amount as a plain decimal, which no spreadsheet takes for anything but a number. */
function money(amount: Cents | null): string {
  if (amount === null) return "";
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % 100n).padStart(2, "0");
  return `${amount < 0n ? "-" : ""}${size / 100n}.${fraction}`;
}

function text(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
