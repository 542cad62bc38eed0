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

/** Writes a day, everywhere in one form: 7 Apr 2026. */
export function plainDay(language: Language, day: CalendarDate): string {
  const [year, month, date] = partsOf(day);
  return `${Number(date)} ${monthName(language, month)} ${year}`;
}

/** Writes a month, given as YYYY-MM: Apr 2026. */
export function shortMonth(language: Language, given: string): string {
  const [year, month] = partsOf(`${given}-01` as CalendarDate);
  return `${monthName(language, month)} ${year}`;
}

/** Shortens a month to its first three letters, as both languages do. */
function monthName(language: Language, month: Month): string {
  return words[language].months[month].slice(0, 3);
}

type Month = keyof DocumentWords["months"];

function partsOf(day: CalendarDate): [year: string, month: Month, date: string] {
  return day.split("-") as [string, Month, string];
}
