import type { InBothLanguages } from "#shared/language.ts";
import { useSpoken } from "./language.ts";

/**
 * Returns the texts of the current language. Those of members' pages come from the file of that
 * language (member-texts.ts); those of the office come with its pages, in both languages.
 */
export function useMessages<Texts>(messages: InBothLanguages<Texts>): Texts {
  return messages[useSpoken().language];
}
