import type { Language } from "#shared/language.ts";
import { importsEn, type ImportsWords } from "./imports-en.ts";
import { importsSw } from "./imports-sw.ts";

const words: Readonly<Record<Language, ImportsWords>> = { en: importsEn, sw: importsSw };

/** The words of imports in a language. */
export function importsWords(language: Language): ImportsWords {
  return words[language];
}
