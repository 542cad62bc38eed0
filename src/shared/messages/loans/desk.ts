import type { Language } from "#shared/language.ts";
import { loanDeskEn } from "./desk-en.ts";
import { loanDeskSw } from "./desk-sw.ts";

export type LoanDeskWords = typeof loanDeskEn;

const words: Readonly<Record<Language, LoanDeskWords>> = { en: loanDeskEn, sw: loanDeskSw };

/** The words of the loan desk in a language. */
export function loanDeskWords(language: Language): LoanDeskWords {
  return words[language];
}
