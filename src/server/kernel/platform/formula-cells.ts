/**
 * How text begins that a spreadsheet takes for a formula and would run. The full-width signs are
 * read as the ASCII ones by some. Apostrophes before it count, so that text which had one of its
 * own gets another, and reads back the same.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** Makes text harmless in a spreadsheet with an apostrophe before what would be a formula. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the text that was made harmless, so that what we exported can be imported again. */
export function asWritten(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
