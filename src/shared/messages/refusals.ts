import type { FieldProblem, RefusalCode } from "../contract/refusals.ts";
import { fill, type Language } from "../language.ts";
import { refusalsEn } from "./refusals-en.ts";
import { refusalsSw } from "./refusals-sw.ts";

const words = { en: refusalsEn, sw: refusalsSw };

/** What a refusal or a field's problem says to a person, in their language. */
export function refusalWords(
  language: Language,
  code: RefusalCode | FieldProblem,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(words[language][code], values);
}
