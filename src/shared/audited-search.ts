const DIGITS_SHOWN = 4;

/**
 * A search text in the form the audit log may keep. Up to four digits reveal no phone number or ID;
 * of more digits, however they are grouped, only the last two stay. Characters that no database
 * stores become blanks.
 */
export function maskedSearch(typed: string): string {
  const plain = typed.replace(/\p{Cc}/gu, " ");
  const digits = plain.match(/\p{N}/gu)?.length ?? 0;
  if (digits <= DIGITS_SHOWN) return plain;
  let left = digits;
  return plain.replace(/\p{N}/gu, (digit) => (left-- > 2 ? "*" : digit));
}
