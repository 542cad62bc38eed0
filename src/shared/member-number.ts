/** The number of a member or a member of staff, in capitals. */
export type MemberNo = string & { readonly __brand: "MemberNo" };

const FORM = /^[A-Za-z0-9][A-Za-z0-9/_-]{0,19}$/;

/**
 * Reads a member number as the contract accepts it, in any case, and upper-cases it once.
 * Characters that only look like ASCII are rejected, not folded: two spellings must never name one
 * member.
 */
export function parseMemberNo(given: string): MemberNo | null {
  return FORM.test(given) ? (given.toUpperCase() as MemberNo) : null;
}
