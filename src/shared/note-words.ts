/** Splits a text into its words: letters and digits in lower case, with any separators. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * Returns a word of the settings in the form notes are compared with it; empty if it has no letter.
 */
export function plainWord(given: string): string {
  const plain = wordsOf(given).join(" ");
  return /\p{L}/u.test(plain) ? plain : "";
}
