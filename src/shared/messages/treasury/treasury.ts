import type { Language } from "#shared/language.ts";
import type { TreasuryWords } from "./treasury-en.ts";
import { treasuryMessages } from "./treasury-sw.ts";

/** Returns the words of the treasury in a language. */
export function treasuryWords(language: Language): TreasuryWords {
  return treasuryMessages[language];
}
