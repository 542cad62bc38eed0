import type { Readable } from "node:stream";
import type { DaySystem } from "#shared/contract/kernel/file-reading.ts";
import { csvLine } from "./csv-records.ts";
import { calendarDateOfSerial } from "./days.ts";
import type { FileBounds } from "./row-bounds.ts";
import { type Attributes, readXml } from "./xml-parts.ts";
import { WorkbookFault } from "./zip-parts.ts";

/** The parts of a workbook needed to read one of its sheets. */
export interface SheetContext {
  readonly bounds: FileBounds;
  readonly daySystem: DaySystem;
  /** The texts that cells refer to by number. */
  readonly strings: readonly string[];
  /** The styles that show a number as a date. */
  readonly dateStyles: ReadonlySet<number>;
}

/** The most characters in the texts of a workbook, or the cells of a sheet. */
const MAX_TEXT = 32 * 1_048_576;

/** Reads the texts that cells refer to; none if the workbook has no such part. */
export async function sharedStringsOf(part: Readable | null): Promise<string[]> {
  const strings: string[] = [];
  if (part === null) return strings;
  const item = new TextOf("si");
  let size = 0;
  await readXml(part, {
    open: (name) => item.open(name),
    text: (text) => item.add(text),
    close(name) {
      const text = item.close(name);
      if (text === null) return;
      size += text.length;
      if (size > MAX_TEXT) throw new WorkbookFault("file.heavy");
      strings.push(text);
    },
  });
  return strings;
}

/** Collects the text inside an element: that of its `t`, without guides to pronunciation. */
class TextOf {
  readonly #element: string;
  #text: string[] = [];
  #isInside = false;
  #isText = false;
  #isPhonetic = false;

  constructor(element: string) {
    this.#element = element;
  }

  open(name: string): void {
    if (name === this.#element) [this.#isInside, this.#text] = [true, []];
    if (name === "rPh") this.#isPhonetic = true;
    this.#isText = this.#isInside && name === "t" && !this.#isPhonetic;
  }

  add(text: string): void {
    if (this.#isText) this.#text.push(text);
  }

  /** Returns the text once the element ends; until then null. */
  close(name: string): string | null {
    this.#isText = false;
    if (name === "rPh") this.#isPhonetic = false;
    if (name !== this.#element) return null;
    this.#isInside = false;
    return unescaped(this.#text.join(""));
  }
}

/** Excel writes characters that XML does not allow as _x000D_. */
function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The built-in formats that show a day; the others of their range show a time. */
const DATE_FORMATS = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];

/** Reads which styles show a number as a day. */
export async function dateStylesOf(part: Readable | null): Promise<Set<number>> {
  const styles = new Set<number>();
  if (part === null) return styles;
  const formats = new Set(DATE_FORMATS);
  let isCell = false;
  let count = 0;
  await readXml(part, {
    open(name, attributes) {
      if (name === "numFmt" && showsDay(attributes["formatCode"] ?? "")) {
        formats.add(Number(attributes["numFmtId"]));
      }
      if (name === "cellXfs") isCell = true;
      if (name !== "xf" || !isCell) return;
      if (formats.has(Number(attributes["numFmtId"]))) styles.add(count);
      count += 1;
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return styles;
}

function showsDay(format: string): boolean {
  return /[dy]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, ""));
}

/** Converts a sheet to CSV in UTF-8, comma-separated, each row at its own number. */
export async function sheetCsv(part: Readable, context: SheetContext): Promise<Uint8Array> {
  const sheet = new SheetReader(context);
  await readXml(part, {
    open: (name, attributes) => sheet.open(name, attributes),
    text: (text) => sheet.add(text),
    close: (name) => sheet.close(name),
  });
  return sheet.bytes();
}

/** The last row that a spreadsheet has. */
const LAST_ROW = 1_048_576;

class SheetReader {
  readonly #context: SheetContext;
  readonly #lines: string[] = [];
  readonly #inline = new TextOf("is");
  #row = 0;
  #rowsWithContent = 0;
  #cellCount = 0;
  #size = 0;
  #cells: string[] = [];
  // For the cell that is being read.
  #column = -1;
  #type = "";
  #style = -1;
  #isValue = false;
  #value = "";
  #text = "";

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, attributes: Attributes): void {
    this.#inline.open(name);
    if (name === "row") this.#openRow(attributes);
    else if (name === "c") this.#openCell(attributes);
    this.#isValue = name === "v";
  }

  add(text: string): void {
    this.#inline.add(text);
    if (this.#isValue) this.#value += text;
  }

  close(name: string): void {
    const inline = this.#inline.close(name);
    if (inline !== null) this.#text = inline;
    if (name === "v") this.#isValue = false;
    else if (name === "c") this.#closeCell();
    else if (name === "row") this.#closeRow();
  }

  bytes(): Uint8Array {
    return Buffer.from(this.#lines.join(""), "utf8");
  }

  #openRow({ r }: Attributes): void {
    const row = r === undefined ? this.#row + 1 : Number(r);
    if (!Number.isInteger(row) || row <= this.#row || row > LAST_ROW) {
      throw new WorkbookFault("file.workbook");
    }
    if (row > this.#row + 1) this.#lines.push("\n".repeat(row - this.#row - 1));
    this.#row = row;
    this.#cells = [];
    this.#column = -1;
  }

  #openCell({ r, t = "n", s = "-1" }: Attributes): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r);
    if (column <= this.#column) throw new WorkbookFault("file.workbook");
    [this.#column, this.#type, this.#style] = [column, t, Number(s)];
    this.#value = this.#text = "";
  }

  #closeCell(): void {
    const text = this.#cellText();
    if (text === "") return;
    const { columns, cells } = this.#context.bounds;
    if (this.#column >= columns) throw new WorkbookFault("file.columns", this.#row);
    this.#cellCount += this.#column + 1 - this.#cells.length;
    if (this.#cellCount > cells) throw new WorkbookFault("file.cells", this.#row);
    this.#size += text.length;
    if (this.#size > MAX_TEXT) throw new WorkbookFault("file.heavy");
    while (this.#cells.length < this.#column) this.#cells.push("");
    this.#cells.push(text);
  }

  #cellText(): string {
    const value = this.#value;
    switch (this.#type) {
      case "s":
        return this.#context.strings[Number(value)] ?? "";
      case "inlineStr":
        return this.#text;
      case "b":
        return value === "1" ? "TRUE" : "FALSE";
      case "n":
        return this.#numberText(value);
      default:
        return unescaped(value);
    }
  }

  /** A number as a spreadsheet shows it: with 15 digits, or as a day if its style says so. */
  #numberText(value: string): string {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    if (!Number.isFinite(number)) return value;
    const { dateStyles, daySystem } = this.#context;
    if (dateStyles.has(this.#style)) {
      const day = calendarDateOfSerial(number, daySystem);
      if (day !== null) return day;
    }
    return String(Number(number.toPrecision(15)));
  }

  #closeRow(): void {
    if (this.#cells.length > 0) this.#rowsWithContent += 1;
    // One more than the most lines, for the row of the headings; titles are few.
    if (this.#rowsWithContent > this.#context.bounds.rows + MAX_TITLES) {
      throw new WorkbookFault("file.rows", this.#row);
    }
    this.#lines.push(csvLine(this.#cells));
  }
}

const MAX_TITLES = 100;

/** The position of a cell's column from zero, in an address such as AB12. */
function columnOf(address: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(address)?.[1];
  if (letters === undefined) throw new WorkbookFault("file.workbook");
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
