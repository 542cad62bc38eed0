import type { Language } from "#shared/language.ts";
import { personalDataEn } from "./personal-data-en.ts";
import { personalDataSw } from "./personal-data-sw.ts";

export type PersonalDataWords = typeof personalDataEn;
export type PersonalSectionName = keyof PersonalDataWords["sections"];
export type PersonalColumn = keyof PersonalDataWords["columns"];

const words: Readonly<Record<Language, PersonalDataWords>> = {
  en: personalDataEn,
  sw: personalDataSw,
};

/** The words of the document that tells a member all that is held on them. */
export function personalDataWords(language: Language): PersonalDataWords {
  return words[language];
}
