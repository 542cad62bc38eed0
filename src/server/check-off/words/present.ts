import { type NoteMeaning, noteMeanings } from "#shared/contract/check-off/words.ts";
import type { NoteWord } from "#server/check-off/payroll/note-words.ts";
import { presentDone, versionOf } from "#server/kernel/platform/setting-change.ts";
import type { WordsWithChanges } from "./queries.ts";

export type WordLists = Readonly<Record<NoteMeaning, readonly string[]>>;

/** Returns the words of each meaning, in their order. */
export function listsOf(words: readonly NoteWord[]): Record<NoteMeaning, string[]> {
  const lists = noteMeanings.map((meaning) => {
    const meant = words.filter((word) => word.meaning === meaning);
    return [meaning, meant.map(({ word }) => word)] as const;
  });
  return Object.fromEntries(lists) as Record<NoteMeaning, string[]>;
}

/** Returns each word whose meaning differs, as the second person reads it. */
export function changedWords(words: readonly NoteWord[], lists: WordLists): string[] {
  const before = new Map<string, string>(words.map(({ word, meaning }) => [word, meaning]));
  const after = new Map<string, string>(
    noteMeanings.flatMap((meaning) => lists[meaning].map((word) => [word, meaning] as const)),
  );
  return [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .filter((word) => before.get(word) !== after.get(word))
    .map((word) => `${word}: ${before.get(word) ?? "-"} > ${after.get(word) ?? "-"}`);
}

export function presentWords({ words, changes }: WordsWithChanges) {
  return {
    version: versionOf(changes),
    words: listsOf(words),
    changes: changes.map((row) => ({
      ...presentDone(row),
      version: row.version,
      fields: row.changes,
    })),
  };
}
