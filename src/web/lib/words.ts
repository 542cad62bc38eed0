import type { InBothLanguages } from "#shared/language.ts";
import { useSpoken } from "./language.ts";

/**
 * Returns texts in the language spoken. They are loaded with the pages that show them, so that the
 * sign-in page stays within its budget.
 */
export function useMessages<Texts>(messages: InBothLanguages<Texts>): Texts {
  return messages[useSpoken().language];
}
