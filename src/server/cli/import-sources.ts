import { readFileSync } from "node:fs";
import type { FileReading } from "#shared/contract/kernel/file-reading.ts";
import { importReasonText } from "#shared/messages/imports/reasons.ts";
import { problemWords } from "#shared/messages/kernel/problems.ts";
import { formatDates } from "#shared/messages/kernel/format-dates.ts";
import type { DayQuestion } from "#server/imports/engine/day-rules.ts";
import { type ImportSource, sourceAt } from "#server/imports/engine/read-file.ts";
import {
  type OpenQuestions,
  type RecognisedFile,
  recogniseFile,
} from "#server/imports/engine/recognise-file.ts";
import type { GivenAnswers } from "./import-answers.ts";

/** A file of the command line: how it is read, or the questions to answer first. */
export interface ReadSource {
  readonly source: ImportSource;
  /** Lines that explain how the file is read. */
  readonly recognised: readonly string[];
  readonly questions: readonly string[];
}

/** Errors that the import itself reports, with their row. */
const TOLD_BY_IMPORT = new Set(["file.empty", "file.name-row", "row.quotes"]);

/** Reads a file as the page does; the import reports a file that cannot be opened. */
export async function readSource(
  name: string,
  path: string,
  answers: GivenAnswers,
): Promise<ReadSource> {
  const { repeatsMeant } = answers;
  const content = contentAt(path);
  const plain = { source: { ...sourceAt(name, path), repeatsMeant }, recognised: [] };
  if (content === null) return { ...plain, questions: [] };
  const found = await recogniseFile(name, content, answers);
  if ("problem" in found) {
    const isTold = TOLD_BY_IMPORT.has(found.problem);
    const questions = isTold ? [] : [`${name}: ${problemWords("en", found.problem)}`];
    return { ...plain, questions };
  }
  const recognised = [`  ${name}: ${readingLine(found)}`, ...skippedLines(name, found.reading)];
  if (!("source" in found)) return { ...plain, recognised, questions: questionsOf(name, found) };
  return { source: { ...found.source, repeatsMeant }, recognised, questions: [] };
}

function contentAt(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function readingLine(found: RecognisedFile | OpenQuestions): string {
  const { format, encoding, separator, sheet, headerRow } = found.reading;
  const file = format === "xlsx" ? `Excel, sheet ${sheet}` : `${encoding}, separator ${separator}`;
  return `${file}, headings in row ${headerRow}${"source" in found ? datesOf(found) : ""}`;
}

/** The order of the dates in each column where it was recognised or given. */
function datesOf({ source: { header }, reading }: RecognisedFile): string {
  const orders = reading.days.flatMap(({ place, serial }) => {
    const index = header.places.indexOf(place);
    const rule = header.days?.[index];
    if (!rule) return [];
    const daysLine = serial === null ? rule.order : `${rule.order}, numbers from ${rule.system}`;
    return [`, dates of ${header.format.columns[index]?.name} ${daysLine}`];
  });
  return orders.join("");
}

function skippedLines(name: string, { skipped }: FileReading): string[] {
  return skipped
    .filter(({ why }) => why !== "blank")
    .map(({ row, why, text }) => `  ${name}, row ${row} is left out (${why}): ${text}`);
}

function questionsOf(name: string, { reading, isUncertain, columns, days }: OpenQuestions) {
  return [
    ...(isUncertain ? [uncertain(name, reading)] : []),
    ...columns.map(({ column, reason }) => {
      return `${name}, ${column}: ${importReasonText(reason, "en")}`;
    }),
    ...(columns.length > 0
      ? [`  Name a column by --column "${name}:COLUMN=HEADING",`].concat(
          `  or leave one out by --leave-out "${name}=HEADING".`,
        )
      : []),
    ...days.map((question) => dayQuestion(name, question)),
  ];
}

function uncertain(name: string, reading: FileReading): string {
  if (reading.format === "xlsx") {
    const sheets = reading.sheets.join(", ");
    return `${name}: which sheet is it? Say --sheet "${name}=SHEET", one of: ${sheets}.`;
  }
  const encoding = `--encoding "${name}=${reading.encoding}"`;
  const separator = `--separator "${name}=${reading.separator}"`;
  return (
    `${name}: another reading makes sense too. Look at the names in it and say ` +
    `${encoding} ${separator}, or others.`
  );
}

function dayQuestion(name: string, { column, asks, told }: DayQuestion): string {
  const cell = asks === "order" ? told.either : told.serial;
  const [dayOne = "", dayTwo = ""] = cell?.readings ?? [];
  const { one, other } = formatDates("en", { one: dayOne, other: dayTwo });
  const answers = asks === "order" ? ["day-first", "month-first"] : ["1900", "1904"];
  const [first, second] = answers.map((answer) => `--dates "${name}:${column}=${answer}"`);
  return (
    `${name}, row ${cell?.row}, ${column}: is “${cell?.text}” ${one} or ${other}? ` +
    `Say ${first} or ${second}.`
  );
}
