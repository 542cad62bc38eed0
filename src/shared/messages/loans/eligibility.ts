import { fill, type Language } from "#shared/language.ts";
import { eligibilityEn } from "./eligibility-en.ts";
import { eligibilitySw } from "./eligibility-sw.ts";

const words = { en: eligibilityEn, sw: eligibilitySw };

export type EligibilityWords = keyof typeof eligibilityEn;

/** Returns the text of an eligibility rule: how a member meets it, or what would satisfy it. */
export function eligibilityWords(
  language: Language,
  rule: EligibilityWords,
  state: "met" | "unmet",
  values: Readonly<Record<string, string | number>>,
): string {
  return fill(words[language][rule][state], values);
}
