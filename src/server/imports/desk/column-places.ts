import type { ChosenDays, DayRule, FileReading } from "#shared/contract/kernel/file-reading.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { dayRulesOf } from "#server/imports/engine/day-rules.ts";
import type { ImportFormat } from "#server/imports/engine/formats.ts";
import { missingColumns, placesOf } from "#server/imports/engine/header.ts";
import { plain } from "#server/imports/engine/headings.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

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
