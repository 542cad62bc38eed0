import { type Separator, separators } from "#shared/contract/kernel/file-reading.ts";

/** The position of the table in a text file. */
export interface FileShape {
  readonly separator: Separator;
  /** The row of the headings; rows above it are skipped. */
  readonly headerRow: number;
  /** Rows below that are skipped too. */
  readonly skipped: ReadonlySet<number>;
}

/** A file as programs write it. */
export const PLAIN_SHAPE: FileShape = {
  separator: "comma",
  headerRow: 1,
  skipped: new Set<number>(),
};

/** The character that a separator is. */
export const separatorCharacters: Readonly<Record<Separator, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
};

/** A row at the beginning of a file, before its table is recognised. */
export interface FirstRow {
  /** As a spreadsheet counts it. */
  readonly row: number;
  readonly cells: readonly string[];
}

const FIRST_ROWS = 40;

/** Splits the beginning of a text into rows, whatever its errors; blank ones are left out. */
export function firstRowsOf(text: string, separator: Separator): FirstRow[] {
  const character = separatorCharacters[separator];
  const rows: FirstRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoting = false;
  let row = 1;
  const endRow = (): void => {
    cells.push(cell.trim());
    if (cells.some(Boolean)) rows.push({ row, cells });
    [cells, cell, row] = [[], "", row + 1];
  };
  for (let at = 0; at < text.length && rows.length < FIRST_ROWS; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoting = !isQuoting;
    else if (isQuoting) cell += sign;
    else if (sign === character) {
      cells.push(cell.trim());
      cell = "";
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[at + 1] === "\n") at += 1;
      endRow();
    } else cell += sign;
  }
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
}

/** A separator with the rows it gives, and whether no other separator gives a table. */
export interface RecognisedSeparator {
  readonly separator: Separator;
  readonly rows: readonly FirstRow[];
  readonly isCertain: boolean;
}

/** Recognises the separator that gives the most headings, then the most rows of one length. */
export function recogniseSeparator(
  text: string,
  isHeading: (name: string) => boolean,
): RecognisedSeparator {
  const tried = separators.map((separator) => {
    const rows = firstRowsOf(text, separator);
    return { separator, rows, headings: mostHeadings(rows, isHeading), even: evenRows(rows) };
  });
  const [best, next] = tried.toSorted(
    (one, other) => other.headings - one.headings || other.even - one.even,
  );
  if (best === undefined || next === undefined) throw new Error("there are four separators");
  const isCertain = best.headings > next.headings ? next.headings < 2 : next.even === 0;
  return { separator: best.separator, rows: best.rows, isCertain };
}

function mostHeadings(rows: readonly FirstRow[], isHeading: (name: string) => boolean): number {
  return Math.max(0, ...rows.map(({ cells }) => new Set(cells.filter(isHeading)).size));
}

/** How many rows have the most frequent number of cells, if that is more than one. */
function evenRows(rows: readonly FirstRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  counts.delete(1);
  return Math.max(0, ...counts.values());
}

const filled = ({ cells }: FirstRow): number => cells.filter(Boolean).length;

/**
 * Recognises the row of the headings: the first in which half the cells are known headings, else
 * the first that is at least half as wide as the widest.
 */
export function recogniseHeaderRow(
  rows: readonly FirstRow[],
  isHeading: (name: string) => boolean,
): FirstRow | null {
  const known = rows.find((row) => {
    const headings = row.cells.filter((name) => name !== "" && isHeading(name)).length;
    return headings >= 2 && headings * 2 >= filled(row);
  });
  const widest = Math.max(0, ...rows.map(filled));
  return known ?? rows.find((row) => filled(row) * 2 >= widest) ?? null;
}

const LONGEST_TEXT = 80;

/** The beginning of a row's text, to be shown when the row is skipped. */
export function textOf(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(" ")
    .slice(0, LONGEST_TEXT);
}
