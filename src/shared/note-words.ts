/** Splits a text into its words: letters and digits in lower case, whatever is between them. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Returns a word of the settings as notes are compared with it; empty where it has no letter. */
export function plainWord(given: string): string {
  const plain = wordsOf(given).join(" ");
  return /\p{L}/u.test(plain) ? plain : "";
}
