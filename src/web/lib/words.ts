import type { InBothLanguages } from "#shared/language.ts";
import { useSpoken } from "./language.ts";

/**
 * Returns the texts of the current language. They are loaded with the pages that show them, so that
 * the sign-in page stays within its size budget.
 */
export function useMessages<Texts>(messages: InBothLanguages<Texts>): Texts {
  return messages[useSpoken().language];
}
