import * as z from "zod/mini";
import type { Destination } from "#shared/contract/check-off/files.ts";
import { type NoteMeaning, noteMeanings } from "#shared/contract/check-off/words.ts";
import { wordsOf } from "#shared/note-words.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** A word or phrase, and its meaning in the note of a check-off line. */
export interface NoteWord {
  readonly word: string;
  readonly meaning: NoteMeaning;
}

const findWords = statement({
  name: "note-words",
  text: "select word, meaning from check_off_word order by word",
  row: z.object({ word: z.string(), meaning: z.enum(noteMeanings) }),
});

/** Returns the words of the society, in alphabetical order. */
export function keptWords(snapshot: Snapshot): Promise<NoteWord[]> {
  return snapshot.rows(findWords);
}

/** The content of a note: the destinations its words name, and whether it says anything else. */
export interface NoteReading {
  readonly destinations: ReadonlySet<Destination>;
  /** Whether it has an unknown word. */
  readonly hasUnknown: boolean;
}

const months = new Set(
  (
    "january february march april may june july august september october november december " +
    "jan feb mar apr jun jul aug sep sept oct nov dec " +
    "januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba"
  ).split(" "),
);

/**
 * Interprets notes by the society's words. The longest match counts, so "loan insurance" is one.
 */
export class NoteReader {
  readonly #meanings: ReadonlyMap<string, NoteMeaning>;
  readonly #longest: number;

  constructor(words: readonly NoteWord[]) {
    this.#meanings = new Map(words.map(({ word, meaning }) => [word, meaning]));
    this.#longest = Math.max(1, ...words.map(({ word }) => word.split(" ").length));
  }

  read(note: string): NoteReading {
    const words = wordsOf(note);
    const destinations = new Set<Destination>();
    let hasUnknown = false;
    for (let at = 0; at < words.length;) {
      const [meaning, length] = this.#meaningAt(words, at);
      if (meaning === null) hasUnknown ||= !saysNothing(words[at] ?? "");
      else if (meaning !== "nothing") destinations.add(meaning);
      at += length;
    }
    return { destinations, hasUnknown };
  }

  #meaningAt(words: readonly string[], at: number): [NoteMeaning | null, number] {
    for (let length = this.#longest; length > 0; length -= 1) {
      const meaning = this.#meanings.get(words.slice(at, at + length).join(" "));
      if (meaning !== undefined) return [meaning, Math.min(length, words.length - at)];
    }
    return [null, 1];
  }
}

/** Whether a word is a number or a month, which says nothing about where money goes. */
function saysNothing(word: string): boolean {
  return /^\p{N}+$/u.test(word) || months.has(word);
}
