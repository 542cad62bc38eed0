import type { ImportReason } from "#shared/messages/import-reasons.ts";
import { type ImportColumn, type ImportFormat, importFormats } from "./formats.ts";

/** What the first row of a file told: its format and where each column stands. */
export interface KnownHeader {
  readonly format: ImportFormat;
  /** For each column of the format its place in a row; -1 where the file has it not. */
  readonly places: readonly number[];
  /** So many cells of a row may hold what no column takes, because a person left it out. */
  readonly width?: number;
}

/** What is wrong with a header, at the column as the file or the format calls it. */
export interface HeaderFault {
  readonly column: string;
  readonly reason: ImportReason;
}

/** A heading as it is compared: capitals, blanks, dots and underscores do not count. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** A column as far as its heading goes. */
export type NamedColumn = Pick<ImportColumn, "name" | "aliases">;

function isNamed(column: NamedColumn, name: string): boolean {
  return [column.name, ...column.aliases].some((known) => plain(known) === plain(name));
}

interface Fit {
  readonly header: KnownHeader;
  readonly faults: readonly HeaderFault[];
  readonly known: number;
}

/**
 * Where each column stands in a header; -1 where it does not. Each takes the name that is its own
 * before one that is only an alias of it.
 */
export function placesOf(columns: readonly NamedColumn[], names: readonly string[]): number[] {
  const own = columns.map(({ name }) => names.findIndex((at) => plain(at) === plain(name)));
  const taken = new Set(own);
  return columns.map((column, index) => {
    const place = own[index] ?? -1;
    if (place !== -1) return place;
    const alias = names.findIndex((name, at) => !taken.has(at) && isNamed(column, name));
    taken.add(alias);
    return alias;
  });
}

/** The columns a file must have and has no place for, each with why. */
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
 * Tells the kind of a file from its header row, in any order and by any documented name. Where no
 * kind fits without a fault, gives the faults of the one that fits best.
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
