/** Where a part of a dividend may go. */
export const splitModes = ["share-capital", "mobile", "loan", "hospital-bill"] as const;

export type SplitMode = (typeof splitModes)[number];

/** The properties of each mode, in the order in which they are offered. */
export function inModeOrder<Said extends { readonly mode: SplitMode }>(
  said: readonly Said[],
): Said[] {
  return said.toSorted(
    (one, other) => splitModes.indexOf(one.mode) - splitModes.indexOf(other.mode),
  );
}

/** The modes in the words of specification section 2, on the wire and on the screen. */
export const modeWords = {
  "share-capital": "CAPITALIZE TO SHARES",
  mobile: "PAY THROUGH EFT(MOBILE)",
  loan: "OFFSET A LOAN",
  "hospital-bill": "OFFSET HOSPITAL BILL",
} as const satisfies Record<SplitMode, string>;

/** Returns the mode of these words, as they are on the wire; undefined for other words. */
export function modeOnWire(words: string): SplitMode | undefined {
  return splitModes.find((mode) => modeWords[mode] === words);
}
