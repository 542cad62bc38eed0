import type { DayRule } from "#shared/contract/kernel/file-reading.ts";
import type { ImportReason } from "#shared/messages/imports/reasons.ts";
import type { FileShape } from "./separator-and-header-row.ts";
import { type ImportColumn, type ImportFormat, importFormats } from "./formats.ts";
import { plain } from "./headings.ts";

/** The first row of a file: its format and the position of each column. */
export interface KnownHeader {
  readonly format: ImportFormat;
  /** The position of the table in the file; in its first rows by default. */
  readonly shape?: FileShape;
  /** For each column of the format its position in a row; -1 if the file lacks it. */
  readonly places: readonly number[];
  /**
   * The most cells of a row that may hold a value without a column, because a person left the
   * column out.
   */
  readonly width?: number;
  /** For each column of the format how its dates are read; day first by default. */
  readonly days?: readonly (DayRule | null)[];
}

/** An error of a header, at the column as the file or the format calls it. */
export interface HeaderFault {
  readonly column: string;
  readonly reason: ImportReason;
}

/** A column as far as its heading matters. */
export type NamedColumn = Pick<ImportColumn, "name" | "aliases">;

const comparable = new WeakMap<NamedColumn, readonly string[]>();

/** The names of a column as headings are compared, its own first. */
function namesOf(column: NamedColumn): readonly string[] {
  const known = comparable.get(column) ?? [column.name, ...column.aliases].map(plain);
  comparable.set(column, known);
  return known;
}

function isNamed(column: NamedColumn, name: string): boolean {
  return namesOf(column).includes(plain(name));
}

interface Fit {
  readonly header: KnownHeader;
  readonly faults: readonly HeaderFault[];
  readonly known: number;
}

/**
 * Returns the place of each column in a header, or -1. A column takes its own name before any
 * synonym, and the synonyms in the order of their table.
 */
export function placesOf(columns: readonly NamedColumn[], names: readonly string[]): number[] {
  const headings = names.map(plain);
  const own = columns.map(({ name }) => headings.indexOf(plain(name)));
  const taken = new Set(own);
  return columns.map((column, index) => {
    const place = own[index] ?? -1;
    if (place !== -1) return place;
    const found = namesOf(column)
      .map((name) => headings.findIndex((heading, at) => heading === name && !taken.has(at)))
      .find((at) => at !== -1);
    if (found !== undefined) taken.add(found);
    return found ?? -1;
  });
}

/** The required columns that a file lacks, each with the reason. */
export function missingColumns(format: ImportFormat, places: readonly number[]): HeaderFault[] {
  const has = (name: string) =>
    (places[format.columns.findIndex((column) => column.name === name)] ?? -1) !== -1;
  const missing: HeaderFault[] = format.columns
    .filter((column) => column.needed && !has(column.name))
    .map(({ name }) => ({ column: name, reason: { code: "header.missing" } }));
  const sets = format.either ?? [];
  if (sets.length > 0 && !sets.some((set) => set.every(has))) {
    const wanted = sets.map((set) => set.join(" and ")).join(", or ");
    const reason = { code: "header.missing-set", given: { columns: wanted } } as const;
    missing.push({ column: sets[0]?.[0] ?? "", reason });
  }
  return missing;
}

function fit(format: ImportFormat, names: readonly string[]): Fit {
  const places = placesOf(format.columns, names);
  const missing = missingColumns(format, places);
  const strange = names.flatMap((name, at): HeaderFault[] => {
    if (places.includes(at) || name === "") return [];
    const twice = format.columns.some((column) => isNamed(column, name));
    const reason = twice
      ? ({ code: "header.twice" } as const)
      : ({ code: "header.strange", given: { kind: format.kind } } as const);
    return [{ column: name, reason }];
  });
  const known = places.filter((place) => place !== -1).length;
  return { header: { format, places }, faults: [...missing, ...strange], known };
}

/**
 * Recognises the kind of a file by its header row, in any order and by any documented name. If no
 * kind fits without an error, returns the errors of the best match.
 */
export function readHeader(names: readonly string[]): KnownHeader | readonly HeaderFault[] {
  const trimmed = names.map((name) => name.trim());
  const fits = importFormats
    .map((format) => fit(format, trimmed))
    .toSorted((one, other) => {
      return one.faults.length - other.faults.length || other.known - one.known;
    });
  const [best] = fits;
  if (best === undefined || best.known < 2) {
    return [{ column: trimmed[0] ?? "", reason: { code: "header.unknown" } }];
  }
  return best.faults.length === 0 ? best.header : best.faults;
}
