import type {
  ChosenReading,
  FileReading,
  Separator,
  SkippedRow,
} from "#shared/contract/kernel/file-reading.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { decodeFile } from "./encodings.ts";
import type { FileBounds } from "./row-bounds.ts";
import {
  type FileShape,
  type FirstRow,
  firstRowsOf,
  recogniseHeaderRow,
  recogniseSeparator,
  textOf,
} from "./separator-and-header-row.ts";
import { isHeading } from "./headings.ts";
import { isWorkbook, readWorkbook } from "./workbook.ts";
import { WorkbookFault } from "./zip-parts.ts";

/** Why a file cannot be read at all; row 0 is the file as a whole. */
export interface OpenFault {
  readonly row: number;
  readonly problem: FieldProblem;
}

/** A file as comma-, semicolon-, tab- or pipe-separated UTF-8, and how it was converted. */
export interface OpenedFile {
  readonly bytes: Uint8Array;
  readonly shape: FileShape;
  readonly reading: FileReading;
}

/** The recognised reading of a file, with the rows to be skipped. */
export type KnownReading = ChosenReading &
  Partial<Pick<FileReading, "daySystem">> & { readonly skipped?: readonly SkippedRow[] };

/** The beginning of a file that is read to recognise its separator and its headings. */
const SAMPLE = 65_536;

/** Opens an uploaded file by the chosen reading; everything else is recognised. */
export async function openFile(
  content: Uint8Array,
  bounds: FileBounds,
  known: KnownReading = {},
): Promise<OpenedFile | OpenFault> {
  return isWorkbook(content) ? openWorkbook(content, bounds, known) : openText(content, known);
}

async function openWorkbook(
  content: Uint8Array,
  bounds: FileBounds,
  known: KnownReading,
): Promise<OpenedFile | OpenFault> {
  try {
    const { bytes, sheets, sheet, daySystem } = await readWorkbook(content, bounds, known.sheet);
    const table = findTable(bytes, { ...known, separator: "comma" });
    const isCertain = sheets.length === 1 || known.sheet !== undefined;
    const file = { format: "xlsx", encoding: "utf-8", sheets, sheet, daySystem } as const;
    return openedFile(bytes, table, { ...file, isCertain });
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error;
    return { row: error.row, problem: error.problem };
  }
}

function openText(content: Uint8Array, known: KnownReading): OpenedFile | OpenFault {
  const decoded = decodeFile(content, known.encoding);
  if (decoded === null) return { row: 0, problem: "file.encoding" };
  const { encoding, bytes } = decoded;
  const table = findTable(bytes, known);
  const isDecoded = encoding !== "windows-1252" || known.encoding !== undefined;
  const isCertain = table.isCertain && isDecoded;
  const daySystem = known.daySystem ?? "1900";
  const file = { format: "csv", encoding, sheets: [], sheet: "", daySystem } as const;
  return openedFile(bytes, table, { ...file, isCertain });
}

function openedFile(
  bytes: Uint8Array,
  { separator, headerRow, skipped }: FoundTable,
  file: Pick<FileReading, "format" | "encoding" | "isCertain" | "sheet" | "daySystem"> & {
    readonly sheets: readonly string[];
  },
): OpenedFile {
  const rows = new Set(skipped.map(({ row }) => row));
  return {
    bytes,
    shape: { separator, headerRow, skipped: rows },
    reading: { ...file, sheets: [...file.sheets], separator, headerRow, skipped, days: [] },
  };
}

interface FoundTable {
  readonly separator: Separator;
  readonly headerRow: number;
  readonly skipped: SkippedRow[];
  readonly isCertain: boolean;
}

function findTable(bytes: Uint8Array, known: KnownReading): FoundTable {
  const text = new TextDecoder().decode(bytes.subarray(0, SAMPLE));
  const { separator, rows, isCertain } =
    known.separator === undefined
      ? recogniseSeparator(text, isHeading)
      : {
          separator: known.separator,
          rows: firstRowsOf(text, known.separator),
          isCertain: true,
        };
  const headerRow = known.headerRow ?? recogniseHeaderRow(rows, isHeading)?.row ?? 1;
  const skipped = [...(known.skipped ?? titlesAbove(rows, headerRow))];
  return { separator, headerRow, skipped, isCertain };
}

function titlesAbove(rows: readonly FirstRow[], headerRow: number): SkippedRow[] {
  return rows
    .filter(({ row }) => row < headerRow)
    .map(({ row, cells }) => ({ row, why: "title", text: textOf(cells) }));
}
