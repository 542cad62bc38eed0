import type { CalendarDate } from "#shared/calendar-date.ts";
import type { ChosenDays, DayRule, FileReading } from "#shared/contract/kernel/file-reading.ts";
import type { ImportKind } from "#shared/contract/imports/desk.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { type Cents, cents, formatMoney } from "#shared/money.ts";
import { dayRulesOf } from "#server/imports/engine/day-rules.ts";
import type { ImportFinding } from "#server/imports/engine/findings.ts";
import { type ImportFormat, importFormats } from "#server/imports/engine/formats.ts";
import { missingColumns, placesOf } from "#server/imports/engine/header.ts";
import { plain } from "#server/imports/engine/headings.ts";
import type { ImportReport } from "#server/imports/engine/import-files.ts";
import type { FilePreview } from "#server/imports/engine/preview-file.ts";
import type { KnownReading, OpenFault } from "#server/imports/engine/open-file.ts";
import type { ReadingDesk } from "#server/imports/engine/reading-desk.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** How to read a kind of file. */
export function formatOf(kind: ImportKind): ImportFormat {
  const format = importFormats.find((one) => one.kind === kind);
  if (format === undefined) throw new Error(`there is no format of ${kind}`);
  return format;
}

/** The column whose sum is compared with the declared one; none for files without amounts. */
export function declaredColumn(kind: ImportKind): "amount" | "principal" | "deposits" | "" {
  if (kind === "loans") return "principal";
  if (kind === "opening-balances") return "deposits";
  return kind === "entries" || kind === "guarantees" ? "amount" : "";
}

/** A file as it was sent, with its preview. */
export interface SeenFile extends FilePreview {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly content: Uint8Array;
  readonly sha256: string;
  readonly signature: string;
}

/** Previews a file by the chosen reading; rejects one that is no table within the limits. */
export async function preview(
  sender: string,
  content: Uint8Array,
  reading: ReadingDesk,
  known: KnownReading = {},
): Promise<FilePreview> {
  const seen = await reading.preview(sender, content, known);
  if ("problem" in seen) throw faultsOf([seen]);
  return seen;
}

/** Previews a file before any connection is held; rejects one that is no table at all. */
export async function seeFile(
  sender: string,
  sent: { readonly kind: ImportKind; readonly fileName: string; readonly content: Uint8Array },
  reading: ReadingDesk,
  known: KnownReading = {},
): Promise<SeenFile> {
  const seen = await preview(sender, sent.content, reading, known);
  const sha256 = sha256Hex(sent.content);
  return { ...sent, ...seen, sha256, signature: signatureOf(seen.header) };
}

/** How to read a file with corrected rows: it is plain CSV then, with its rows unchanged. */
export function correctedReading({ headerRow, skipped, daySystem }: FileReading): KnownReading {
  return { encoding: "utf-8", separator: "comma", headerRow, skipped, daySystem };
}

/** Returns where a file cannot be imported and why. */
export function faultsOf(faults: readonly OpenFault[]): Problem {
  const fields = faults.map(({ row, problem }) => ({ field: `row:${row}:`, problem }));
  return new Problem("file-faults", { values: { count: fields.length }, fields });
}

/** Headers that differ only in capitals and blanks are the same. */
export function signatureOf(header: readonly string[]): string {
  return sha256Hex(new TextEncoder().encode(header.map(plain).join("\n")));
}

/** The name and position of each of our columns in a header. */
export type ChosenNames = Readonly<Record<string, readonly [name: string, place: number]>>;

/** The earlier choices for exactly this header, and the last of any header of the kind. */
export interface Remembered {
  readonly same: ChosenNames | null;
  readonly latest: readonly ChosenNames[];
}

export interface Proposal {
  readonly places: readonly number[];
  readonly from: "same-header" | "known-names" | "guess";
}

/**
 * Proposes the position of each column in a header: as it was chosen for the same header, else by
 * names that were chosen before, else by the names and aliases that docs/import.md lists.
 */
export function proposePlaces(
  { columns }: ImportFormat,
  header: readonly string[],
  { same, latest }: Remembered,
): Proposal {
  if (same !== null) {
    const places = columns.map(({ name }) => same[name]?.[1] ?? -1);
    return { places, from: "same-header" };
  }
  const names = header.map(plain);
  const taken = new Set<number>();
  const take = (place: number): number => {
    if (place === -1 || taken.has(place)) return -1;
    taken.add(place);
    return place;
  };
  const known = columns.map(({ name }) => {
    const places = latest.map((chosen) => names.indexOf(plain(chosen[name]?.[0] ?? "\0")));
    return take(places.find((place) => place !== -1 && !taken.has(place)) ?? -1);
  });
  const guessed = placesOf(columns, header);
  const places = known.map((place, index) => (place === -1 ? take(guessed[index] ?? -1) : place));
  return { places, from: known.some((place) => place !== -1) ? "known-names" : "guess" };
}

/** The mapping of a file's columns, in the order of the format; rejects an impossible one. */
export function readPlaces(
  format: ImportFormat,
  header: readonly string[],
  given: Readonly<Record<string, number>>,
): number[] {
  const fields: { field: string; problem: FieldProblem }[] = [];
  const known = new Set(format.columns.map(({ name }) => name));
  const strange = Object.entries(given).filter(
    ([name, place]) => !known.has(name) || place >= header.length,
  );
  for (const [name] of strange) fields.push({ field: name, problem: "field.invalid" });
  const places = format.columns.map(({ name }) => given[name] ?? -1);
  for (const [index, { name }] of format.columns.entries()) {
    const place = places[index] ?? -1;
    if (place !== -1 && places.indexOf(place) !== index) {
      fields.push({ field: name, problem: "column.twice" });
    }
  }
  for (const { column } of missingColumns(format, places)) {
    fields.push({ field: column, problem: "column.needed" });
  }
  if (fields.length > 0) throw new Problem("invalid", { fields });
  return places;
}

/**
 * Returns how the dates of each column are read: as the file shows, or as somebody answers. Rejects
 * a column without either.
 */
export function readDays(
  format: ImportFormat,
  reading: FileReading,
  places: readonly number[],
  given: Readonly<Record<string, ChosenDays>>,
): (DayRule | null)[] {
  const { rules, questions } = dayRulesOf(format, reading, places, given);
  const fields = questions.map(({ column, asks }) => {
    return { field: `days.${column}.${asks}`, problem: `days.${asks}` } as const;
  });
  if (fields.length > 0) throw new Problem("invalid", { fields });
  return rules;
}

/** The names a person chose, to be proposed for the next file. */
export function chosenNames(
  { columns }: ImportFormat,
  header: readonly string[],
  places: readonly number[],
): ChosenNames {
  const chosen = columns.flatMap(({ name }, index) => {
    const place = places[index] ?? -1;
    return place === -1 ? [] : [[name, [header[place] ?? "", place]] as const];
  });
  return Object.fromEntries(chosen);
}

/** The declared total of a file; null if none was given. */
export interface Declared {
  readonly rows: number | null;
  readonly amount: Cents | null;
  /** The day of its balances. */
  readonly asOf?: CalendarDate | null;
}

/** The progress of a job, in per cent, by what it reads and writes. */
export function percentOf(
  progress: { readonly step: string; readonly share: number },
  {
    read,
    size,
    writes,
  }: { readonly read: number; readonly size: number; readonly writes: boolean },
): number {
  const ofReading = writes ? 40 : 80;
  if (progress.step === "reading") return (ofReading * Math.min(read, size)) / Math.max(size, 1);
  if (progress.step === "checking") return ofReading + 5;
  return 60 + 38 * progress.share;
}

interface DeclaredFile {
  readonly id: bigint;
  readonly kind: ImportKind;
  readonly rows: number;
  readonly declared_rows: number | null;
  readonly declared_cents: Cents | null;
}

interface Found {
  readonly findings: readonly ImportFinding[];
  /** Including those that are not kept. */
  readonly count: number;
}

/** The findings of the import, after those of files that differ from their declared total. */
export function foundIn(files: readonly DeclaredFile[], report: ImportReport): Found {
  const differing = files.flatMap((file, place) => declaredFaults(file, place, report));
  return {
    findings: [...differing, ...report.findings],
    count: differing.length + report.findingCount,
  };
}

function declaredFaults(
  { id, kind, rows, declared_rows, declared_cents }: DeclaredFile,
  place: number,
  { sums }: ImportReport,
): ImportFinding[] {
  const file = String(id);
  const column = declaredColumn(kind);
  const faults: ImportFinding[] = [];
  if (declared_rows !== null && declared_rows !== rows) {
    const given = { rows, declared: declared_rows };
    const reason = { code: "file.declared-rows", given } as const;
    faults.push({ file, row: null, column: "", reason });
  }
  const sum = sums.find((one) => one.file === place && one.column === column)?.cents ?? 0n;
  if (column !== "" && declared_cents !== null && declared_cents !== sum) {
    const given = { sum: formatMoney(cents(sum)), declared: formatMoney(declared_cents) };
    const reason = { code: "file.declared-sum", given } as const;
    faults.push({ file, row: null, column, reason });
  }
  return faults;
}
