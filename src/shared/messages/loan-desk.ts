import type { Language } from "../language.ts";
import { loanDeskEn } from "./loan-desk-en.ts";
import { loanDeskSw } from "./loan-desk-sw.ts";

export type LoanDeskWords = typeof loanDeskEn;

const words: Readonly<Record<Language, LoanDeskWords>> = { en: loanDeskEn, sw: loanDeskSw };

/** The words of the loan desk in a language. */
export function loanDeskWords(language: Language): LoanDeskWords {
  return words[language];
}
