/** The words of how an uploaded file is read, in English. */
export const fileReadingEn = {
  title: "How the file is read",
  csv: "Text with {separator}, in {encoding}. The headings are in row {row}.",
  xlsx: "Excel workbook, sheet “{sheet}”. The headings are in row {row}.",
  unsure:
    "We are not sure. Check the first rows, and change how the file is read if they look wrong.",
  separators: { comma: "commas", semicolon: "semicolons", tab: "tabs", pipe: "vertical bars" },
  encodings: {
    "utf-8": "UTF-8",
    "utf-16le": "UTF-16 (little-endian)",
    "utf-16be": "UTF-16 (big-endian)",
    "windows-1252": "Windows-1252 (Western Europe)",
  },
  change: "Change how it is read",
  separator: "Cells are separated by",
  encoding: "Encoding",
  sheet: "Sheet",
  headerRow: "Row with the headings",
  headerRowHint: "As the spreadsheet counts: the top row is 1.",
  submit: "Read it again",
  busy: "Reading",
  cancel: "Cancel",
  preview: "First rows of the file",
  skipped: "Rows that are skipped: {count}",
  skippedRow: "Row {row}: {why}",
  none: "Not in the file",
  needed: "needed",
  option: "{letter}: {name}",
  nameless: "no name",
  samples: "First rows: {values}",
  noSamples: "Nothing in the first rows",
  choose: "Choose the day",
  noDay: "not a day",
  whichDay: "Row {row} says {text}. Which day is it?",
  orders: {
    "day-first": "The day comes first, as in 31/03/2024.",
    "month-first": "The month comes first, as in 03/31/2024.",
  },
  shortYear:
    "Row {row}: {text} is read as {day}. Years 00 to 49 are 2000 to 2049, 50 to 99 are 1950 to 1999.",
  missing: "Choose the column of your file that has this.",
  reasons: {
    title: "above the headings",
    blank: "blank",
    total: "a row of totals",
    footer: "below the totals",
    zero: "the amount is zero",
  },
};

export type FileReadingWords = typeof fileReadingEn;
