import { addDays, type CalendarDate, parseCalendarDate } from "#shared/calendar-date.ts";
import type {
  ColumnDays,
  DayOrder,
  DayRule,
  DaySystem,
} from "#shared/contract/kernel/file-reading.ts";

/** A date of three numbers: its two first parts, and its year. */
interface NumericDate {
  readonly parts: readonly [number, number];
  readonly year: string;
}

const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;
const NAMED = /^(\d{1,2})[ /-]?([A-Za-z]{3,9})[ ,/-]+(\d{4}|\d{2})$/;
const TIME = /^[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M)?Z?$/i;

/** The first year that two digits can mean: 50 is 1950, and 49 is 2049. */
const FIRST_SHORT_YEAR = 1950;

const months = [
  ["january", "januari"],
  ["february", "februari"],
  ["march", "machi"],
  ["april", "aprili"],
  ["may", "mei"],
  ["june", "juni"],
  ["july", "julai"],
  ["august", "agosti"],
  ["september", "septemba"],
  ["october", "oktoba"],
  ["november", "novemba"],
  ["december", "desemba"],
] as const;

/** Returns the text of a day without the time after it; null if something else follows. */
function withoutTime(text: string): string | null {
  const at = text.search(/[ T]\d{1,2}:/);
  if (at === -1) return text;
  return TIME.test(text.slice(at)) ? text.slice(0, at) : null;
}

function numericDate(text: string): NumericDate | null {
  const [, first, second, year] = NUMERIC.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined) return null;
  return { parts: [Number(first), Number(second)], year };
}

function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  const within = FIRST_SHORT_YEAR - (FIRST_SHORT_YEAR % 100) + Number(year);
  return within < FIRST_SHORT_YEAR ? within + 100 : within;
}

function dateOf(year: string, month: number, day: number): CalendarDate | null {
  const two = (part: number): string => String(part).padStart(2, "0");
  return parseCalendarDate(`${fullYear(year)}-${two(month)}-${two(day)}`);
}

function inOrder({ parts: [first, second], year }: NumericDate, order: DayOrder) {
  return order === "day-first" ? dateOf(year, second, first) : dateOf(year, first, second);
}

function namedDate(text: string): CalendarDate | null {
  const [, day, name = "", year = ""] = NAMED.exec(text) ?? [];
  const month = months.findIndex((names) => names.some((known) => isMonth(known, name)));
  return day === undefined || month === -1 ? null : dateOf(year, month + 1, Number(day));
}

function isMonth(known: string, name: string): boolean {
  const given = name.toLowerCase();
  return given === known || given === known.slice(0, 3) || (given === "sept" && known[0] === "s");
}

/** A spreadsheet's serial number of a day from 1927 to 2099; smaller numbers count as amounts. */
function serialOf(text: string): number | null {
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Number(text) : 0;
  return serial >= 10_000 && serial < 73_051 ? serial : null;
}

/**
 * Returns the day in a text: 2024-03-31, 31/03/2024 or 31.3.24 in the given order, 31 Mar 2024, or
 * a spreadsheet's serial number if its system is given. A time after it is left out.
 */
export function parseDay(
  text: string,
  { order, system }: Partial<DayRule> = {},
): CalendarDate | null {
  const day = withoutTime(text);
  if (day === null) return null;
  const numeric = numericDate(day);
  if (numeric !== null) return inOrder(numeric, order ?? "day-first");
  const serial = system === undefined ? null : serialOf(day);
  if (serial !== null && system !== undefined) return calendarDateOfSerial(serial, system);
  return parseCalendarDate(day) ?? namedDate(day);
}

/** The dates seen in each column of a file while it is read. */
export class DaysOfColumns {
  readonly #columns = new Map<number, ColumnDays>();

  /** Adds a cell of a line of the table. */
  add(place: number, row: number, cell: string): void {
    const text = cell.trim();
    const first = text.charCodeAt(0);
    // Most cells are names, which begin with a letter.
    if (first < 48 || first > 57 || text.length < 5) return;
    const day = withoutTime(text);
    if (day === null) return;
    const numeric = numericDate(day);
    if (numeric !== null) this.#addNumeric(place, { row, text }, numeric);
    else if (serialOf(day) !== null) this.#addSerial(place, { row, text }, Number(day));
    else if (/[ /-]\d{2}$/.test(day) && namedDate(day) !== null) {
      const named = namedDate(day) ?? "";
      this.#tell(place, { shortYear: { row, text, readings: [named, named] } });
    }
  }

  get found(): ColumnDays[] {
    return [...this.#columns.values()].toSorted((one, other) => one.place - other.place);
  }

  #addNumeric(place: number, at: Cell, numeric: NumericDate): void {
    const [dayFirst, monthFirst] = [inOrder(numeric, "day-first"), inOrder(numeric, "month-first")];
    const readings: [string, string] = [dayFirst ?? "", monthFirst ?? ""];
    if (numeric.year.length === 2) this.#tell(place, { shortYear: { ...at, readings } });
    if (dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst) {
      this.#tell(place, { either: { ...at, readings } });
    }
    const known = this.#of(place);
    if (dayFirst !== null && monthFirst === null) {
      this.#columns.set(place, { ...known, dayFirst: known.dayFirst + 1 });
    } else if (dayFirst === null && monthFirst !== null) {
      this.#columns.set(place, { ...known, monthFirst: known.monthFirst + 1 });
    }
  }

  #addSerial(place: number, at: Cell, serial: number): void {
    const days = [calendarDateOfSerial(serial, "1900"), calendarDateOfSerial(serial, "1904")];
    this.#tell(place, { serial: { ...at, readings: [days[0] ?? "", days[1] ?? ""] } });
  }

  #of(place: number): ColumnDays {
    const none = { dayFirst: 0, monthFirst: 0, either: null, shortYear: null, serial: null };
    return this.#columns.get(place) ?? { place, ...none };
  }

  /** Keeps the first example of a kind. */
  #tell(place: number, example: Partial<Examples>): void {
    const known = this.#of(place);
    const [kind] = Object.keys(example) as (keyof typeof example)[];
    if (kind !== undefined && known[kind] === null) {
      this.#columns.set(place, { ...known, ...example });
    }
  }
}

type Examples = Pick<ColumnDays, "either" | "shortYear" | "serial">;

interface Cell {
  readonly row: number;
  readonly text: string;
}

/** The last day that a spreadsheet has: 31 December 9999. */
const LAST_SERIAL = 2_958_465;
/** Excel counts a 29 February 1900, which did not exist; days before it are one further. */
const FALSE_LEAP_DAY = 60;

/** Returns the day of a serial number, its time left out; null if it is not one. */
export function calendarDateOfSerial(serial: number, system: DaySystem): CalendarDate | null {
  const day = Math.floor(serial);
  if (system === "1904") {
    return day < 0 || day > LAST_SERIAL ? null : addDays("1904-01-01" as CalendarDate, day);
  }
  if (day < 1 || day > LAST_SERIAL || day === FALSE_LEAP_DAY) return null;
  const start = day < FALSE_LEAP_DAY ? "1899-12-31" : "1899-12-30";
  return addDays(start as CalendarDate, day);
}
