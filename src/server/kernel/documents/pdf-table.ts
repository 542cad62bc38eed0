import type { Language } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { fold, type PlacedColumn, writtenCell } from "./pdf-columns.ts";
import { INK, INK_SOFT, LINE, type Sheet, type Style, type TableCell } from "./pdf-sheet.ts";
import type { Row, TableRows, TotalRow } from "./statement-document.ts";

export const CELL: Style = { face: "regular", size: 8.75, colour: INK };
const CELL_SOFT: Style = { ...CELL, colour: INK_SOFT };
const CELL_STRONG: Style = { ...CELL, face: "semibold" };
const HEAD: Style = { face: "semibold", size: 7.75, colour: INK_SOFT };

const LINE_HEIGHT = 11.5;
const PADDING = 4.25;
const HEAD_HEIGHT = 19;
const TOTAL_HEIGHT = 24;

export interface TableDrawing {
  readonly sheet: Sheet;
  readonly language: Language;
  readonly table: TableRows;
  readonly placed: readonly PlacedColumn[];
  /** Repeats the headings on a page that continues the table. */
  readonly headPage: () => void;
}

/** Draws the rows over as many pages as they need, with headings on each, and any total. */
export function drawTable(drawing: TableDrawing): void {
  const { sheet, table, language, placed } = drawing;
  const structure = sheet.table();
  const head = headCells(drawing);
  structure.row(head);
  underHead(sheet);
  const rules: number[] = [];
  const turn = () => {
    drawRules(sheet, rules);
    sheet.newPage();
    drawing.headPage();
    sheet.decoration(() => headCells(drawing).forEach(({ paint }) => paint?.()));
    underHead(sheet);
  };
  const drawRow = (row: Row, forward: boolean) => {
    const lines = placed.map(({ column, left, right }, index) => {
      const written = writtenCell(language, column, row[index] ?? null);
      if (column.kind !== "text") return [written];
      return fold(written, right - left, (text) => sheet.widthOf(text, CELL));
    });
    const height = Math.max(...lines.map(({ length }) => length)) * LINE_HEIGHT + 2 * PADDING;
    if (sheet.y + height > sheet.bottom) turn();
    structure.row(lines.map((cell, index) => bodyCell(drawing, cell, index, forward)));
    sheet.y += height;
    rules.push(sheet.y);
  };
  if (table.broughtForward) drawRow(table.broughtForward, true);
  for (const row of table.rows) drawRow(row, false);
  if (table.rows.length === 0) drawNothing(drawing, structure);
  if (table.total !== null) {
    if (sheet.y + TOTAL_HEIGHT > sheet.bottom) turn();
    // The line above the total replaces the line of the last row.
    rules.pop();
  }
  drawRules(sheet, rules);
  if (table.total !== null) {
    structure.row(totalCells(drawing, table.total));
    sheet.y += TOTAL_HEIGHT;
  }
  structure.end();
}

function headCells({ sheet, placed }: TableDrawing): TableCell[] {
  const { y } = sheet;
  return placed.map(({ column, left, right, toTheRight }) => ({
    head: "Column",
    paint: () => {
      if (toTheRight) sheet.writeRight(column.head, right, y + 3, HEAD);
      else sheet.write(column.head, left, y + 3, HEAD);
    },
  }));
}

function underHead(sheet: Sheet): void {
  sheet.y += HEAD_HEIGHT;
  sheet.decoration(() => sheet.line(sheet.y, INK, 0.8));
}

function bodyCell(
  { sheet, placed }: TableDrawing,
  lines: readonly string[],
  index: number,
  forward: boolean,
): TableCell {
  const { left, right, toTheRight, column } = placed[index] as PlacedColumn;
  if (lines.every((line) => line === "")) return {};
  const strong = forward && column.kind === "money";
  const style = strong ? CELL_STRONG : forward ? CELL_SOFT : CELL;
  const top = sheet.y + PADDING + 0.5;
  return {
    paint: () =>
      lines.forEach((line, number) => {
        const y = top + number * LINE_HEIGHT;
        if (toTheRight) sheet.writeRight(line, right, y, style);
        else sheet.write(line, left, y, style);
      }),
  };
}

function drawNothing(
  { sheet, language, placed }: TableDrawing,
  structure: { row(cells: readonly TableCell[]): void },
): void {
  const top = sheet.y + PADDING + 0.5;
  const words = documentWords(language).noEntries;
  const paint = () => sheet.write(words, sheet.left, top, CELL_SOFT);
  structure.row(placed.map((_, index) => (index === 0 ? { paint } : {})));
  sheet.y += LINE_HEIGHT + 2 * PADDING;
}

function totalCells({ sheet, placed }: TableDrawing, total: TotalRow): TableCell[] {
  const { y } = sheet;
  sheet.decoration(() => sheet.line(y, INK, 0.8));
  return placed.map(({ column, right }, index) => {
    const label = () => sheet.write(total.label, sheet.left, y + 6.5, CELL_STRONG);
    if (index === 0) return { head: "Row", paint: label };
    const sum = total.sums[index] ?? null;
    if (sum === null) return {};
    return {
      paint: () => {
        const written = writtenCell("en", column, sum);
        sheet.writeRight(written, right, y + 6.5, CELL_STRONG);
        if (index === total.tied) tie(sheet, right, sheet.widthOf(written, CELL_STRONG), y + 20);
      },
    };
  });
}

/** The ledger's double rule: the books confirm the sum above it. */
function tie(sheet: Sheet, right: number, width: number, y: number): void {
  for (const line of [y, y + 2]) sheet.line(line, INK, 0.6, right - width, right);
}

function drawRules(sheet: Sheet, rules: number[]): void {
  if (rules.length === 0) return;
  sheet.decoration(() => rules.forEach((y) => sheet.line(y, LINE, 0.5)));
  rules.length = 0;
}
