/** How many next of kin the register keeps of a member. */
export const MOST_KIN = 3;

/** The whole of the shares, in hundredths of a per cent. */
export const WHOLE_SHARE = 10_000;

/** Returns a share in per cent as hundredths, above 0 and at most 100 %; null where it is none. */
export function readShare(text: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  const points = Number((found?.[1] ?? "") + (found?.[2] ?? "").padEnd(2, "0"));
  return found !== null && points > 0 && points <= WHOLE_SHARE ? points : null;
}

/** Whether shares come to the whole, or none is said. */
export function sharesAreWhole(shares: readonly (number | null | undefined)[]): boolean {
  const said = shares.filter((share) => typeof share === "number");
  return said.length === 0 || said.reduce((sum, share) => sum + share, 0) === WHOLE_SHARE;
}
