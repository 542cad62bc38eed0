import writeExcelFile, {
  type Cell as SheetCell,
  type Row as SheetRow,
} from "write-excel-file/node";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { cents, toWireAmount } from "#shared/money.ts";
import type { Cell, Column, ColumnKind, StatementDocument } from "./statement-document.ts";

const MONEY = "#,##0.00";
const DAY = "dd mmm yyyy";
/** How wide a column is, in characters. */
const WIDTHS: Readonly<Record<ColumnKind, number>> = { text: 18, date: 13, money: 16, number: 9 };
const WIDTH_OF_GROWING = 38;
const DOUBLE_RULE = { bottomBorderStyle: "double", bottomBorderColor: "#000000" } as const;
const PAIRS_IN_A_LINE = 3;

/** Characters that XML cannot hold; they are removed so that no text breaks the file. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/**
 * Writes a statement as a workbook of one sheet. Amounts and days are typed, so that they can be
 * summed and sorted; text is typed as text, which no spreadsheet runs as a formula.
 */
export function drawXlsx(document: StatementDocument): Promise<Uint8Array> {
  const { columns, broughtForward, rows, total } = document.table;
  const head = headBlock(document);
  const sheet = [
    ...head,
    ...(broughtForward === null ? [] : [typedRow(columns, broughtForward)]),
    ...rows.map((row) => typedRow(columns, row)),
    total.sums.map((sum, index) => totalCell(index === 0 ? total.label : sum, index, total.tied)),
  ];
  const landscape = columns.length > 5 ? ({ orientation: "landscape" } as const) : {};
  return writeExcelFile(sheet, {
    sheet: documentWords(document.language).sheet,
    columns: columns.map(({ kind, grows }) => ({ width: grows ? WIDTH_OF_GROWING : WIDTHS[kind] })),
    stickyRowsCount: head.length,
    ...landscape,
  }).toBuffer();
}

/** The society, the title and the member: few lines, as they stay in sight above the rows. */
function headBlock({ letterhead, title, notes, header, table }: StatementDocument): SheetRow[] {
  const pairs = header.map(([label, value]) => textCell(`${label}: ${value}`));
  const lines = Array.from({ length: Math.ceil(pairs.length / PAIRS_IN_A_LINE) }, (_, line) =>
    pairs
      .slice(line * PAIRS_IN_A_LINE, (line + 1) * PAIRS_IN_A_LINE)
      .flatMap((pair, index) => (index === 0 ? [pair] : [null, pair])),
  );
  return [
    [{ ...textCell(letterhead.organisationName), fontWeight: "bold" }],
    [{ ...textCell(title), fontWeight: "bold", fontSize: 14 }],
    ...notes.map((note) => [textCell(note)]),
    ...lines,
    table.columns.map(({ head, kind }) => ({
      ...textCell(head),
      fontWeight: "bold",
      bottomBorderStyle: "thin",
      bottomBorderColor: "#000000",
      align: kind === "money" || kind === "number" ? "right" : "left",
    })),
  ];
}

function typedRow(columns: readonly Column[], row: readonly Cell[]): SheetRow {
  return row.map((cell, index): SheetCell => {
    if (cell === null) return null;
    const kind = columns[index]?.kind;
    if (kind === "money") {
      return { type: Number, value: toWireAmount(cents(cell as bigint)), format: MONEY };
    }
    if (kind === "number") return { type: Number, value: Number(cell), format: "0" };
    if (kind !== "date") return textCell(String(cell));
    return { type: Date, value: new Date(`${String(cell)}T00:00:00Z`), format: DAY };
  });
}

function totalCell(cell: Cell, index: number, tied: number): SheetCell {
  const rules = {
    fontWeight: "bold",
    topBorderStyle: "thin",
    topBorderColor: "#000000",
    ...(index === tied && DOUBLE_RULE),
  } as const;
  if (typeof cell === "string") return { ...textCell(cell), ...rules };
  if (cell === null) return { type: String, value: "", ...rules };
  return { type: Number, value: toWireAmount(cents(cell as bigint)), format: MONEY, ...rules };
}

function textCell(value: string) {
  return { type: String, value: value.replace(UNWRITABLE, "") };
}
