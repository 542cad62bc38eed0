import type { Language } from "#shared/language.ts";
import { useSpoken } from "./language.ts";

/**
 * Makes the hook that gives a part's words in the language spoken. Such words come with the pages
 * that say them, after Login's budget.
 */
export function inBoth<Words>(both: Readonly<Record<Language, Words>>): () => Words {
  return function useTheseWords() {
    return both[useSpoken().language];
  };
}
