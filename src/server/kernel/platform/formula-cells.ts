/**
 * The beginning of a text that a spreadsheet would run as a formula. Some read the full-width
 * characters as their ASCII equivalents. Leading apostrophes count, so that text that had one gets
 * another, and is read back unchanged.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/**
 * Makes text harmless in a spreadsheet by an apostrophe before anything that would be a formula.
 */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Removes that apostrophe, so that exported text can be imported again. */
export function asWritten(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
