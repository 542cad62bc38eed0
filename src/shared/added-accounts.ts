/** The types of account that the administrator can add to the chart. */
export const addedTypes = ["income", "expense"] as const;
export type AddedType = (typeof addedTypes)[number];

/**
 * Returns the code of an added account in capitals; null if it is not one. It has at least one
 * digit, which distinguishes it from the program's own codes.
 */
export function readAccountCode(given: string): string | null {
  const code = given.trim().toUpperCase();
  return /^[A-Z0-9][A-Z0-9-]{0,10}[A-Z0-9]$/.test(code) && /\d/.test(code) ? code : null;
}

/**
 * Returns the name of an added account on one line; null if it is not one. It has only letters of
 * English and Kiswahili, so that no name looks like another.
 */
export function readAccountName(given: string): string | null {
  const name = given.normalize("NFC").trim().replace(/\s+/g, " ");
  const isPlain = /^[A-Za-z0-9\u00C0-\u024F][A-Za-z0-9\u00C0-\u024F &'(),./-]+$/.test(name);
  return isPlain && name.length >= 3 && name.length <= 60 ? name : null;
}
