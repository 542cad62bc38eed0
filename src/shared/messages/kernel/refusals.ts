import type { FieldProblem, RefusalCode } from "#shared/contract/kernel/refusals.ts";
import { fill, type Language } from "#shared/language.ts";
import { fieldProblemsEn } from "./field-problems-en.ts";
import { fieldProblemsSw } from "./field-problems-sw.ts";
import { officeProblemsEn } from "./office-problems-en.ts";
import { officeProblemsSw } from "./office-problems-sw.ts";
import { refusalsEn } from "./refusals-en.ts";
import { refusalsSw } from "./refusals-sw.ts";
import { sayDates } from "./say-dates.ts";

const words = {
  en: { ...refusalsEn, ...fieldProblemsEn, ...officeProblemsEn },
  sw: { ...refusalsSw, ...fieldProblemsSw, ...officeProblemsSw },
};

/** What a refusal or a field's problem says to a person, in their language. */
export function refusalWords(
  language: Language,
  code: RefusalCode | FieldProblem,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(words[language][code], sayDates(language, values));
}

/** How long to wait, coarsely, as a person says it. */
export function waitWords(language: Language, seconds: number): string {
  const inMinutes = seconds > 90;
  const count = inMinutes ? Math.ceil(seconds / 60) : Math.max(1, Math.ceil(seconds));
  if (language === "sw") return `${inMinutes ? "dakika" : "sekunde"} ${count}`;
  return `${count} ${inMinutes ? "minute" : "second"}${count === 1 ? "" : "s"}`;
}
