import type { MemberNo } from "#shared/member-number.ts";
import { randomFraction } from "#server/kernel/platform/random.ts";

// Without vowels, S and look-alikes: no word or purpose can appear.
const LETTERS = "BCFGHJKMNPQRTVXZ";
const SYMBOLS = `${LETTERS}23456789`;

/** M-Pesa shows at most 12 characters of an account number. */
const LONGEST = 12;
const SHORT_CODE = 4;
const LONG_CODE = 10;

/**
 * Returns the account number of a new prompt, such as MS1001-K7QF: the member number, by which the
 * office finds the member even without the prompt, and a code that is unique with it. A longer
 * member number does not fit.
 */
export function newReference(memberNo: MemberNo): string {
  const compact = memberNo.replace(/[^A-Z0-9]/g, "");
  const fits = compact !== "" && compact.length + 1 + SHORT_CODE <= LONGEST;
  return fits ? `${compact}-${code(SHORT_CODE)}` : `P-${code(LONG_CODE)}`;
}

/** A code that begins with a letter, so that it is never read as a separate number. */
function code(length: number): string {
  const symbols = Array.from({ length: length - 1 }, () => pick(SYMBOLS));
  return pick(LETTERS) + symbols.join("");
}

function pick(from: string): string {
  return from.charAt(Math.floor(randomFraction() * from.length));
}
