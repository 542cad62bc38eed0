import type { Language } from "#shared/language.ts";
import { type CheckOffWords, checkOffEn } from "./check-off-en.ts";
import { checkOffSw } from "./check-off-sw.ts";

const words: Readonly<Record<Language, CheckOffWords>> = { en: checkOffEn, sw: checkOffSw };

/** The words of check-off in a language. */
export function checkOffWords(language: Language): CheckOffWords {
  return words[language];
}
