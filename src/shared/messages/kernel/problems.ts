import type { FieldProblem, ProblemCode } from "#shared/contract/kernel/problems.ts";
import { fill, type Language } from "#shared/language.ts";
import { fieldProblemsEn } from "./field-problems-en.ts";
import { fieldProblemsSw } from "./field-problems-sw.ts";
import { officeProblemsEn } from "./office-problems-en.ts";
import { officeProblemsSw } from "./office-problems-sw.ts";
import { problemsEn } from "./problems-en.ts";
import { problemsSw } from "./problems-sw.ts";
import { formatDates } from "./format-dates.ts";

const words = {
  en: { ...problemsEn, ...fieldProblemsEn, ...officeProblemsEn },
  sw: { ...problemsSw, ...fieldProblemsSw, ...officeProblemsSw },
};

/** Returns the text of a problem, or of a field's problem, in a person's language. */
export function problemWords(
  language: Language,
  code: ProblemCode | FieldProblem,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(words[language][code], formatDates(language, values));
}

/** How long to wait, coarsely, as a person says it. */
export function waitWords(language: Language, seconds: number): string {
  const inMinutes = seconds > 90;
  const count = inMinutes ? Math.ceil(seconds / 60) : Math.max(1, Math.ceil(seconds));
  if (language === "sw") return `${inMinutes ? "dakika" : "sekunde"} ${count}`;
  return `${count} ${inMinutes ? "minute" : "second"}${count === 1 ? "" : "s"}`;
}
