import type { Language } from "#shared/language.ts";
import { caseDeskEn } from "./desk-en.ts";
import { caseDeskSw } from "./desk-sw.ts";
import { casesEn } from "./cases-en.ts";
import { casesSw } from "./cases-sw.ts";

const words = {
  en: { ...casesEn, ...caseDeskEn },
  sw: { ...casesSw, ...caseDeskSw },
};

/** The words of the office's inbox in a language, with those that it shares with members. */
export function caseDeskWords(language: Language) {
  return words[language];
}

/** Names of the two holidays whose date is calculated. */
export const easterNames = {
  friday: { en: "Good Friday", sw: "Ijumaa Kuu" },
  monday: { en: "Easter Monday", sw: "Jumatatu ya Pasaka" },
} as const;
