import { type ImportColumn, type ImportFormat, importFormats } from "./formats.ts";

/** What the first row of a file told: its format and where each column stands. */
export interface KnownHeader {
  readonly format: ImportFormat;
  /** For each column of the format its place in a row; -1 where the file has it not. */
  readonly places: readonly number[];
}

/** What is wrong with a header, at the column as the file or the format calls it. */
export interface HeaderFault {
  readonly column: string;
  readonly reason: string;
}

/** Capitals, blanks, dots and underscores do not count: `Member No.` is `member_no`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function isNamed(column: ImportColumn, name: string): boolean {
  return [column.name, ...column.aliases].some((known) => plain(known) === plain(name));
}

interface Fit {
  readonly header: KnownHeader;
  readonly faults: readonly HeaderFault[];
  readonly known: number;
}

/** Each column takes the name that is its own before one that is only an alias of it. */
function placesOf(format: ImportFormat, names: readonly string[]): number[] {
  const own = format.columns.map(({ name }) => names.findIndex((at) => plain(at) === plain(name)));
  const taken = new Set(own);
  return format.columns.map((column, index) => {
    const place = own[index] ?? -1;
    if (place !== -1) return place;
    const alias = names.findIndex((name, at) => !taken.has(at) && isNamed(column, name));
    taken.add(alias);
    return alias;
  });
}

function fit(format: ImportFormat, names: readonly string[]): Fit {
  const places = placesOf(format, names);
  const has = (name: string) =>
    (places[format.columns.findIndex((column) => column.name === name)] ?? -1) !== -1;
  const missing = format.columns
    .filter((column) => column.needed && !has(column.name))
    .map(({ name }) => ({ column: name, reason: "is missing" }));
  const sets = format.either ?? [];
  if (sets.length > 0 && !sets.some((set) => set.every(has))) {
    const wanted = sets.map((set) => set.join(" and ")).join(", or ");
    missing.push({ column: sets[0]?.[0] ?? "", reason: `is missing: ${wanted} must be there` });
  }
  const strange = names.flatMap((name, at) => {
    if (places.includes(at) || name === "") return [];
    const twice = format.columns.some((column) => isNamed(column, name));
    return [{ column: name, reason: twice ? "is there twice" : `is no column of ${format.kind}` }];
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
    return [{ column: trimmed[0] ?? "", reason: "this header is of no kind of file we know" }];
  }
  return best.faults.length === 0 ? best.header : best.faults;
}
