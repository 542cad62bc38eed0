import type {
  ChosenDays,
  ChosenReading,
  FileReading,
} from "#shared/contract/kernel/file-reading.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { type DayQuestion, dayRulesOf } from "./day-rules.ts";
import { NO_BOUNDS } from "./row-bounds.ts";
import { type HeaderFault, type KnownHeader, readHeader } from "./header.ts";
import { plain } from "./headings.ts";
import { look } from "./preview-file.ts";
import { openFile, type OpenedFile, type OpenFault } from "./open-file.ts";
import { type ImportSource, sourceOf } from "./read-file.ts";

/** Answers to the questions that a file leaves open. */
export interface FileAnswers {
  readonly reading: ChosenReading;
  /** The heading of a column, by the column's own name. */
  readonly headings: Readonly<Record<string, string>>;
  /** Headings of columns that nobody needs. */
  readonly leftOut: readonly string[];
  /** How the dates of a column are read, by its own name. */
  readonly days: Readonly<Record<string, ChosenDays>>;
}

/** A file whose columns and dates are known, and how it is read. */
export interface RecognisedFile {
  readonly source: ImportSource & { readonly header: KnownHeader };
  readonly reading: FileReading;
}

/** The questions to answer before a file can be read, and how it was read so far. */
export interface OpenQuestions {
  readonly reading: FileReading;
  /** Whether another encoding, separator or sheet would give a table too. */
  readonly isUncertain: boolean;
  readonly columns: readonly HeaderFault[];
  readonly days: readonly DayQuestion[];
}

/**
 * Recognises how a file is read, as the page does: encoding, separator, sheet, row of the headings,
 * columns and order of dates. Returns questions if the file leaves something open.
 */
export async function recogniseFile(
  name: string,
  content: Uint8Array,
  answers: FileAnswers,
): Promise<RecognisedFile | OpenQuestions | OpenFault> {
  const seen = await seeHeader(content, answers);
  if ("problem" in seen) return seen;
  const { opened, reading, header } = seen;
  const columns = "format" in header ? [] : header;
  const { rules, questions: days } =
    "format" in header
      ? dayRulesOf(header.format, reading, header.places, answers.days)
      : { rules: [], questions: [] };
  const isUncertain = !reading.isCertain;
  if (isUncertain || !("format" in header) || days.length > 0) {
    return { reading, isUncertain, columns, days };
  }
  const skipped = new Set(reading.skipped.map(({ row }) => row));
  const width = answers.leftOut.length > 0 ? seen.width : 0;
  const known = { ...header, shape: { ...opened.shape, skipped }, width, days: rules };
  const source = { ...sourceOf(name, opened.bytes), sha256: sha256Hex(content), header: known };
  return { source, reading };
}

interface SeenHeader {
  readonly opened: OpenedFile;
  readonly reading: FileReading;
  readonly header: KnownHeader | readonly HeaderFault[];
  readonly width: number;
}

/** Finds the recognised headings; in row 1 if those belong to no known file. */
async function seeHeader(
  content: Uint8Array,
  answers: FileAnswers,
): Promise<SeenHeader | OpenFault> {
  const seen = await seeRow(content, answers, answers.reading);
  const isKnown = "problem" in seen || "format" in seen.header;
  if (isKnown || answers.reading.headerRow !== undefined) return seen;
  const first = await seeRow(content, answers, { ...answers.reading, headerRow: 1 });
  return "header" in first && "format" in first.header ? first : seen;
}

async function seeRow(
  content: Uint8Array,
  answers: FileAnswers,
  chosen: ChosenReading,
): Promise<SeenHeader | OpenFault> {
  const opened = await openFile(content, NO_BOUNDS, chosen);
  if ("problem" in opened) return opened;
  const seen = await look(opened, NO_BOUNDS);
  if ("problem" in seen) return seen;
  const header = readHeader(seen.header.map((heading) => answered(heading, answers)));
  return { opened, reading: seen.reading, header, width: seen.header.length };
}

/** The heading as the format calls it, if somebody said which column it is. */
function answered(heading: string, { headings, leftOut }: FileAnswers): string {
  const is = (given: string): boolean => plain(given) === plain(heading);
  if (leftOut.some(is)) return "";
  return Object.entries(headings).find(([, given]) => is(given))?.[0] ?? heading;
}
