import * as z from "zod/mini";

/** How the characters of a text file are coded. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** What separates the cells of a row in a text file. */
export const separators = ["comma", "semicolon", "tab", "pipe"] as const;
export type Separator = (typeof separators)[number];

/** Why a row of a file is not read as a line. */
export const skipReasons = ["title", "blank", "total", "footer", "zero"] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The lowest row that may hold the headings. */
export const LOWEST_HEADER_ROW = 100;

/** A row that is not read as a line, with the beginning of its text. */
export const skippedRow = z.object({ row: z.int(), why: z.enum(skipReasons), text: z.string() });
export type SkippedRow = z.output<typeof skippedRow>;

/** Whether a date such as 05/03/2024 begins with its day or its month. */
export const dayOrders = ["day-first", "month-first"] as const;
export type DayOrder = (typeof dayOrders)[number];

/** The year in which a spreadsheet begins to count days. */
export const daySystems = ["1900", "1904"] as const;
export type DaySystem = (typeof daySystems)[number];

/** How the dates of a column are read. */
export const dayRule = z.object({ order: z.enum(dayOrders), system: z.enum(daySystems) });
export type DayRule = z.output<typeof dayRule>;

/** What somebody says of the dates of a column. */
export const chosenDays = z.strictObject({
  order: z.optional(z.enum(dayOrders, "field.invalid")),
  system: z.optional(z.enum(daySystems, "field.invalid")),
});
export type ChosenDays = z.output<typeof chosenDays>;

/** A cell with the two days that it may be, each empty where it is none. */
const twoDays = z.object({
  row: z.int(),
  text: z.string(),
  readings: z.tuple([z.string(), z.string()]),
});

/** What the cells of a column tell of its dates: how many rows, and the first of each kind. */
export const columnDays = z.object({
  /** The place of the column in the header. */
  place: z.int(),
  /** Cells that only make sense with the day first, and with the month first. */
  dayFirst: z.int(),
  monthFirst: z.int(),
  /** The first that may be either, read with the day first and with the month first. */
  either: z.nullable(twoDays),
  /** The first whose year has two digits, read in the same two ways. */
  shortYear: z.nullable(twoDays),
  /** The first that is a spreadsheet's number of a day, counted from 1900 and from 1904. */
  serial: z.nullable(twoDays),
});
export type ColumnDays = z.output<typeof columnDays>;

/** Returns the order that the cells of a column tell; null where a person must say. */
export function orderTold({ dayFirst, monthFirst, either }: ColumnDays): DayOrder | null {
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? "day-first" : "month-first";
  return either === null ? "day-first" : null;
}

/** How a file is read: as it was recognised, or as somebody chose. */
export const fileReading = z.object({
  format: z.enum(["csv", "xlsx"]),
  encoding: z.enum(encodings),
  separator: z.enum(separators),
  /** The sheets of a workbook, and the one that is read; none of a text file. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  headerRow: z.int(),
  /** The first rows that are passed over. */
  skipped: z.array(skippedRow),
  /** Whether no other reading of the file makes sense. */
  isCertain: z.boolean(),
  /** How its numbers of days count, as a workbook says; of a text file, as most do. */
  daySystem: z.enum(daySystems),
  /** The columns that may hold days. */
  days: z.array(columnDays),
});
export type FileReading = z.output<typeof fileReading>;

/** What somebody says about how a file is read; the rest is recognised. */
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
