import { type NoteMeaning, noteMeanings } from "#shared/contract/check-off-words.ts";
import type { NoteWord } from "#server/payroll/note-words.ts";
import { presentDone, versionOf } from "#server/platform/setting-change.ts";
import type { WordsWithChanges } from "./queries.ts";

export type WordLists = Readonly<Record<NoteMeaning, readonly string[]>>;

/** Returns the words of each meaning, in the order they come in. */
export function listsOf(words: readonly NoteWord[]): Record<NoteMeaning, string[]> {
  const lists = noteMeanings.map((meaning) => {
    const meant = words.filter((word) => word.meaning === meaning);
    return [meaning, meant.map(({ word }) => word)] as const;
  });
  return Object.fromEntries(lists) as Record<NoteMeaning, string[]>;
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
