import {
  type ChosenDays,
  type ColumnDays,
  type DayRule,
  type FileReading,
  orderOfDays,
} from "#shared/contract/kernel/file-reading.ts";
import { readsDays } from "./cells.ts";
import type { ImportFormat } from "./formats.ts";

/** A question that the dates of a column leave open, with the cells that raise it. */
export interface DayQuestion {
  readonly column: string;
  readonly asks: keyof DayRule;
  readonly told: ColumnDays;
}

/**
 * Returns how the dates of each column are read: as the file shows, or as somebody answers. A
 * column without either is among the questions.
 */
export function dayRulesOf(
  { columns }: ImportFormat,
  { days: found, daySystem }: Pick<FileReading, "days" | "daySystem">,
  places: readonly number[],
  given: Readonly<Record<string, ChosenDays>>,
): { readonly rules: (DayRule | null)[]; readonly questions: DayQuestion[] } {
  const questions: DayQuestion[] = [];
  const rules = columns.map(({ name, read }, index): DayRule | null => {
    if (!readsDays(read)) return null;
    const told = found.find(({ place }) => place === places[index]);
    const said = given[name] ?? {};
    const { order = told && orderOfDays(told), system } = said;
    if (told && order === null) questions.push({ column: name, asks: "order", told });
    if (told?.serial && system === undefined) {
      questions.push({ column: name, asks: "system", told });
    }
    return { order: order ?? "day-first", system: system ?? daySystem };
  });
  return { rules, questions };
}
