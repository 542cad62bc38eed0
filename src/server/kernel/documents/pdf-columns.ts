import { plainDay } from "#shared/written-days.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { cents, formatMoney } from "#shared/money.ts";
import type { Cell, Column, TableRows } from "./statement-document.ts";

/** The place of a column on the page, in points. */
export interface PlacedColumn {
  readonly column: Column;
  readonly left: number;
  readonly right: number;
  /** Whether its text is right-aligned, as figures are. */
  readonly toTheRight: boolean;
}

export type Measure = (text: string) => number;

const GAP = 14;
/** A wider text column is wrapped; a column that grows is not made narrower than this. */
const TEXT_CAP = 130;

/** Formats a cell as a person reads it on paper. */
export function writtenCell(language: Language, { kind }: Column, cell: Cell): string {
  if (cell === null) return "";
  if (kind === "money") return formatMoney(cents(cell as bigint));
  if (kind === "date") return plainDay(language, cell as CalendarDate);
  return onOneLine(String(cell));
}

/** The width each column wants, with its gap: its longest cell, text up to a maximum. */
export function wantedWidths(
  language: Language,
  { columns, rows, broughtForward, total }: TableRows,
  measure: Measure,
): number[] {
  const all = [...rows, ...(broughtForward === null ? [] : [broughtForward])];
  return columns.map((column, index) => {
    let longest = "";
    for (const row of [...all, index === 0 ? [] : (total?.sums ?? [])]) {
      const written = writtenCell(language, column, row[index] ?? null);
      if (written.length > longest.length) longest = written;
    }
    const wanted = Math.max(measure(longest), measure(column.head)) + GAP;
    const isText = column.kind === "text";
    return isText ? Math.min(wanted, TEXT_CAP + GAP) : wanted;
  });
}

/** Whether the columns are too wide for a portrait page. */
export function needsLandscape(
  columns: readonly Column[],
  wanted: readonly number[],
  width: number,
) {
  const least = wanted.map((room, index) => (columns[index]?.grows ? TEXT_CAP : room));
  return sum(least) > width;
}

/** Places the columns side by side; the rest of the width goes to the column that grows. */
export function placeColumns(
  columns: readonly Column[],
  wanted: readonly number[],
  from: number,
  width: number,
): PlacedColumn[] {
  const fixed = sum(wanted.filter((_, index) => !columns[index]?.grows));
  const growing = columns.filter(({ grows }) => grows).length;
  const spare = Math.max(60, (width + GAP - fixed) / Math.max(1, growing));
  let left = from;
  return columns.map((column, index) => {
    const room = column.grows ? spare : (wanted[index] ?? 0);
    const toTheRight = column.kind === "money" || column.kind === "number";
    const placed = { column, left, right: left + room - GAP, toTheRight };
    left += room;
    return placed;
  });
}

/** Allows a hundredth of a point, so that rounding does not wrap a line that fits exactly. */
const ROUNDING = 0.01;

/** Wraps text at its spaces, and breaks a word that is too long for a line. */
export function fold(text: string, width: number, measure: Measure): string[] {
  if (measure(text) <= width + ROUNDING) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((whole) => pieces(whole, width, measure))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function pieces(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width + ROUNDING) return [word];
  const found: string[] = [];
  let piece = "";
  for (const sign of word) {
    if (piece !== "" && measure(piece + sign) > width) {
      found.push(piece);
      piece = "";
    }
    piece += sign;
  }
  return [...found, piece];
}

/** Puts text on one line and composes letters with their marks, as the fonts have them. */
export function onOneLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((whole, part) => whole + part, 0);
}
