import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { documentsEn } from "./documents-en.ts";
import { documentsSw } from "./documents-sw.ts";

export type DocumentWords = typeof documentsEn;

const words: Readonly<Record<Language, DocumentWords>> = { en: documentsEn, sw: documentsSw };

/** The words of a document in a language. */
export function documentWords(language: Language): DocumentWords {
  return words[language];
}

/** Writes a day out in full: 14 April 2026. */
export function longDay(language: Language, day: CalendarDate): string {
  const [year, month, date] = partsOf(day);
  return `${Number(date)} ${words[language].months[month]} ${year}`;
}

/** Formats a date for a table, always in the same length: 07 Apr 2026. */
export function shortDay(language: Language, day: CalendarDate): string {
  const [year, month, date] = partsOf(day);
  // In both languages the first three letters are how the month is shortened.
  return `${date} ${words[language].months[month].slice(0, 3)} ${year}`;
}

/** Writes a day as it is in a sentence of an SMS or an e-mail: 7 Apr 2026. */
export function plainDay(language: Language, day: CalendarDate): string {
  return shortDay(language, day).replace(/^0/, "");
}

/** Writes a month, given as YYYY-MM: Apr 2026. */
export function shortMonth(language: Language, given: string): string {
  return shortDay(language, `${given}-01` as CalendarDate).slice(3);
}

type Month = keyof DocumentWords["months"];

function partsOf(day: CalendarDate): [year: string, month: Month, date: string] {
  return day.split("-") as [string, Month, string];
}
