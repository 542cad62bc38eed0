import type { CalendarDate } from "./calendar-date.ts";
import type { Language } from "./language.ts";

/**
 * The months of the year. They are written here, because a phone takes a third of a second to make
 * the first `Intl.DateTimeFormat` (decision 0160).
 */
export const monthNames: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
  sw: [
    "Januari",
    "Februari",
    "Machi",
    "Aprili",
    "Mei",
    "Juni",
    "Julai",
    "Agosti",
    "Septemba",
    "Oktoba",
    "Novemba",
    "Desemba",
  ],
};

/** Writes a day, everywhere in one form: 7 Apr 2026. */
export function plainDay(language: Language, day: CalendarDate): string {
  return `${Number(day.slice(8))} ${shortMonth(language, day)}`;
}

/** Writes the month of a day, or of YYYY-MM: Apr 2026. Both languages keep three letters. */
export function shortMonth(language: Language, day: string): string {
  return `${nameOfMonth(language, day).slice(0, 3)} ${day.slice(0, 4)}`;
}

/** Writes the month of a day, or of YYYY-MM: April 2026. */
export function wholeMonth(language: Language, day: string): string {
  return `${nameOfMonth(language, day)} ${day.slice(0, 4)}`;
}

function nameOfMonth(language: Language, day: string): string {
  return monthNames[language][Number(day.slice(5, 7)) - 1] ?? "";
}
