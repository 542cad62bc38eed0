import { languages } from "#shared/language.ts";
import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { csvLine, csvRecordsOf, LARGEST_ROW } from "./csv-records.ts";
import { EvenRows, type FileBounds } from "./row-bounds.ts";
import { plain } from "./headings.ts";
import type { FileRow } from "./preview-file.ts";
import { type KnownReading, openFile, type OpenFault } from "./open-file.ts";

/** The result of merging corrected rows into their file. */
export type MergedCorrections =
  | {
      readonly kind: "rows";
      /** The file with the corrected rows in it; every row keeps its number. */
      readonly content: Uint8Array;
      /** The numbers of the rows that are replaced, in ascending order. */
      readonly replaced: readonly number[];
      /** How many rows stay unchanged. */
      readonly stays: number;
    }
  /** The file has no row numbers, and so can only replace the whole file. */
  | { readonly kind: "whole" }
  | { readonly kind: "faults"; readonly faults: readonly OpenFault[] };

/** A file, how it is read, and the file of corrected rows. */
export interface CorrectionRequest {
  readonly content: Uint8Array;
  readonly known: KnownReading;
  readonly mended: Uint8Array;
}

const MAX_FAULTS = 20;

/**
 * Merges the rows of a downloaded file of errors into the file they came from, by the row numbers
 * in its first column. Both were previewed, so that their sizes are within limits.
 */
export async function mergeCorrections(
  { content, known, mended }: CorrectionRequest,
  bounds: FileBounds,
): Promise<MergedCorrections> {
  const [header, ...rows] = await rowsIn(content, bounds, known);
  const [head, ...sent] = await rowsIn(mended, bounds, {});
  if (header === undefined || head === undefined) return { kind: "whole" };
  const before = columnsBefore(head.cells, header.cells);
  if (before === 0) return { kind: "whole" };
  const kept = new Map(rows.map(({ row, cells }) => [row, cells]));
  const changed = new Map<number, readonly string[]>();
  const faults: OpenFault[] = [];
  for (const { row, cells } of sent) {
    const number = rowNumber(cells[0] ?? "");
    if (!kept.has(number)) faults.push({ row, problem: "row.not-in-file" });
    else if (changed.has(number)) faults.push({ row, problem: "row.mended-twice" });
    else changed.set(number, cells.slice(before));
  }
  if (faults.length > 0) return { kind: "faults", faults: faults.slice(0, MAX_FAULTS) };
  const merged = [
    header,
    ...rows.map(({ row, cells }) => ({ row, cells: changed.get(row) ?? cells })),
  ];
  const replaced = [...changed.keys()].toSorted((one, other) => one - other);
  return { kind: "rows", content: written(merged), replaced, stays: kept.size - changed.size };
}

/** Returns every row that is not blank, the header included, with all of its cells. */
async function rowsIn(
  content: Uint8Array,
  bounds: FileBounds,
  known: KnownReading,
): Promise<FileRow[]> {
  const file = await openFile(content, bounds, known);
  if ("problem" in file) throw new Error(`a file that was read before is ${file.problem}`);
  const even = new EvenRows(LARGEST_ROW, { shape: file.shape, only: { has: () => true } });
  const found: FileRow[] = [];
  let record = 0;
  for await (const cells of csvRecordsOf(file.bytes, even)) {
    record += 1;
    if (cells.some((cell) => cell.trim() !== "")) found.push({ row: even.rowOf(record), cells });
  }
  return found;
}

/**
 * Returns how many columns of a file of errors precede those of its file: the row number, and the
 * reason unless somebody removed it. Zero if it is not a file of errors for such a header.
 */
function columnsBefore(head: readonly string[], header: readonly string[]): number {
  const names = (cells: readonly string[]) => cells.map(plain).join("\n").trimEnd();
  const isHead = (cell: string | undefined, key: "row" | "reason") =>
    languages.some((one) => plain(importsMessages[one].findings.heads[key]) === plain(cell ?? ""));
  if (!isHead(head[0], "row")) return 0;
  const before = isHead(head[1], "reason") ? 2 : 1;
  return names(head.slice(before)) === names(header) ? before : 0;
}

function rowNumber(cell: string): number {
  return /^\s*\d{1,9}\s*$/.test(cell) ? Number(cell) : 0;
}

/** Writes rows as CSV at their numbers, with blank lines where rows are missing. */
function written(rows: readonly FileRow[]): Uint8Array {
  let text = "";
  let next = 1;
  for (const { row, cells } of rows) {
    text += "\n".repeat(row - next);
    text += csvLine(cells);
    next = row + 1;
  }
  return new TextEncoder().encode(text);
}
