import type { Language } from "#shared/language.ts";
import { documentsEn } from "./documents-en.ts";
import { documentsSw } from "./documents-sw.ts";

export type DocumentWords = typeof documentsEn;

const words: Readonly<Record<Language, DocumentWords>> = { en: documentsEn, sw: documentsSw };

/** The words of a document in a language. */
export function documentWords(language: Language): DocumentWords {
  return words[language];
}
