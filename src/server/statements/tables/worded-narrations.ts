import type { Language } from "#shared/language.ts";
import { type Narrated, wordedNarration } from "#shared/messages/ledger/worded-narrations.ts";
import type { AccountMovements } from "#server/ledger/journal/movements.ts";

/**
 * Returns the movements of a statement with their narrations in the language of its reader. Rows
 * of one account repeat their narrations, so each text is recognised once.
 */
export function wordedMovements<Found extends AccountMovements | null>(
  language: Language,
  found: Found,
): Found {
  if (found === null || language === "en") return found;
  const known = new Map<string, string>();
  const wordsOf = (narrated: Narrated): string => {
    const key = `${narrated.isImported} ${narrated.narration}`;
    const words = known.get(key) ?? wordedNarration(language, narrated);
    known.set(key, words);
    return words;
  };
  const movements = found.movements.map((one) => ({ ...one, narration: wordsOf(one) }));
  return { ...found, movements };
}
