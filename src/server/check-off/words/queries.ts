import { type NoteWord, keptWords } from "#server/check-off/payroll/note-words.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { latestChanges, type SettingChange } from "#server/kernel/platform/setting-change.ts";

export interface WordsWithChanges {
  readonly words: readonly NoteWord[];
  readonly changes: readonly SettingChange[];
}

/** Returns the words of check-off notes and the last changes of them. */
export async function wordsWithChanges(snapshot: Snapshot): Promise<WordsWithChanges> {
  const words = await keptWords(snapshot);
  return { words, changes: await latestChanges(snapshot, "check-off-words") };
}
