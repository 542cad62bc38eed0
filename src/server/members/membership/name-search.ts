import { nameWords } from "#shared/member-search.ts";

/** An SQL condition for column values that begin with a parameter: one range of an index. */
export function begins(column: string, parameter: string): string {
  // The range is from the text itself to the text followed by the last of all characters.
  return `${column} collate "C" >= ${parameter}::text
    and ${column} collate "C" <= ${parameter}::text || chr(1114111)`;
}

/** The search terms for the register's table of name words. */
export interface WordsAsked {
  /** The longest word typed, which narrows the search most; null if there was none. */
  readonly longest: string | null;
  /** The other words, as patterns for the whole name. */
  readonly others: readonly string[];
}

/** Searches names in which every typed word begins a word, in any order. */
export function wordsAsked(typed: string): WordsAsked {
  const words = nameWords(typed).toSorted((one, other) => other.length - one.length);
  const [longest = null, ...others] = words;
  return { longest, others: others.map((word) => `% ${word}%`) };
}

/**
 * A SELECT of the ids of the members that a search matches, by words of the name or by the
 * beginning of the number. Its three parameters are the longest word, the other words, and the
 * number.
 */
export const membersMeant = (word: string, others: string, number: string): string => `
  select w.member_id from member_word w
    where ${begins("w.word", word)} and w.name like all (${others})
  union all select m.id from member m where ${begins("m.member_no", number)}`;
