import { nameWords } from "#shared/member-search.ts";

/** An SQL condition for values of a column that begin with a parameter: one range of an index. */
export function begins(column: string, parameter: string): string {
  // They are those from the text itself to the text with the last of all signs.
  return `${column} collate "C" >= ${parameter}::text
    and ${column} collate "C" <= ${parameter}::text || chr(1114111)`;
}

/** What is asked of the register's table of the words of names. */
export interface WordsAsked {
  /** The longest word typed, which narrows most; null where none was. */
  readonly longest: string | null;
  /** The others as patterns for the whole name beside it. */
  readonly others: readonly string[];
}

/** Asks for names of which every word typed begins one; in whichever order they were typed. */
export function wordsAsked(typed: string): WordsAsked {
  const words = nameWords(typed).toSorted((one, other) => other.length - one.length);
  const [longest = null, ...others] = words;
  return { longest, others: others.map((word) => `% ${word}%`) };
}

/**
 * A SELECT of the ids of the members whom a search means: by the words of the name, or by how the
 * number begins. Its three parameters are the longest word, the others, and the number.
 */
export const membersMeant = (word: string, others: string, number: string): string => `
  select w.member_id from member_word w
    where ${begins("w.word", word)} and w.name like all (${others})
  union all select m.id from member m where ${begins("m.member_no", number)}`;
