import * as z from "zod/mini";

/** The character encoding of a text file. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** The cell separator of a text file. */
export const separators = ["comma", "semicolon", "tab", "pipe"] as const;
export type Separator = (typeof separators)[number];

/** Why a row of a file is skipped. */
const skipReasons = ["title", "blank", "total", "footer", "zero"] as const;

/** The last row in which the headings may be. */
const LOWEST_HEADER_ROW = 100;

/** A skipped row with the beginning of its text. */
export const skippedRow = z.object({ row: z.int(), why: z.enum(skipReasons), text: z.string() });
export type SkippedRow = z.output<typeof skippedRow>;

/** Whether a date such as 05/03/2024 begins with the day or the month. */
export const dayOrders = ["day-first", "month-first"] as const;
export type DayOrder = (typeof dayOrders)[number];

/** The year from which a spreadsheet counts days. */
export const daySystems = ["1900", "1904"] as const;
export type DaySystem = (typeof daySystems)[number];

/** How the dates of a column are read. */
export const dayRule = z.object({ order: z.enum(dayOrders), system: z.enum(daySystems) });
export type DayRule = z.output<typeof dayRule>;

/** The date format that a person chooses for a column. */
export const chosenDays = z.strictObject({
  order: z.optional(z.enum(dayOrders, "field.invalid")),
  system: z.optional(z.enum(daySystems, "field.invalid")),
});
export type ChosenDays = z.output<typeof chosenDays>;

/** A cell with its two possible dates, each empty where it is not one. */
const twoDays = z.object({
  row: z.int(),
  text: z.string(),
  readings: z.tuple([z.string(), z.string()]),
});

/** The date evidence in a column: the number of rows, and the first cell of each kind. */
const columnDays = z.object({
  /** The index of the column in the header. */
  place: z.int(),
  /** Cells that are valid only with the day first, or only with the month first. */
  dayFirst: z.int(),
  monthFirst: z.int(),
  /** The first ambiguous cell, read with the day first and with the month first. */
  either: z.nullable(twoDays),
  /** The first cell with a two-digit year, read in the same two ways. */
  shortYear: z.nullable(twoDays),
  /** The first cell that is a spreadsheet day number, counted from 1900 and from 1904. */
  serial: z.nullable(twoDays),
});
export type ColumnDays = z.output<typeof columnDays>;

/** Returns the day and month order found in a column; null where a person must choose. */
export function orderOfDays({ dayFirst, monthFirst, either }: ColumnDays): DayOrder | null {
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? "day-first" : "month-first";
  return either === null ? "day-first" : null;
}

/** How a file is read: detected, or chosen by a person. */
export const fileReading = z.object({
  format: z.enum(["csv", "xlsx"]),
  encoding: z.enum(encodings),
  separator: z.enum(separators),
  /** The sheets of a workbook, and the selected one; none for a text file. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  headerRow: z.int(),
  /** The number of rows skipped at the top. */
  skipped: z.array(skippedRow),
  /** Whether no other reading of the file is possible. */
  isCertain: z.boolean(),
  /**
   * The year from which its day numbers count: from the workbook, or the usual one for a text file.
   */
  daySystem: z.enum(daySystems),
  /** The columns that may contain dates. */
  days: z.array(columnDays),
});
export type FileReading = z.output<typeof fileReading>;

/** The reading options a person chose; the others are detected. */
export const chosenReading = z.strictObject({
  encoding: z.optional(z.enum(encodings, "field.invalid")),
  separator: z.optional(z.enum(separators, "field.invalid")),
  sheet: z.optional(z.string("field.invalid").check(z.maxLength(100, "field.invalid"))),
  headerRow: z.optional(
    z
      .int("field.invalid")
      .check(z.gte(1, "field.invalid"), z.lte(LOWEST_HEADER_ROW, "field.invalid")),
  ),
});
export type ChosenReading = z.output<typeof chosenReading>;
