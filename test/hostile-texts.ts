import fc from "fast-check";

/**
 * Text that a spreadsheet runs, that a CSV file must quote, or that looks as if an apostrophe had
 * been put before it: as it is stored, without line breaks and doubled blanks.
 */
const hostileText = fc
  .tuple(
    fc.constantFrom(
      "",
      "=",
      "+",
      "-",
      "@",
      "＝",
      "＋",
      "－",
      "＠",
      "'",
      "'=",
      "''@",
      '"',
      "00",
      ";",
    ),
    fc.string({
      unit: fc.constantFrom("a", "Ng'", "ĩ", "ũ", "é", ",", ";", "|", '"', "'", " ", "=", "-", "7"),
      minLength: 1,
      maxLength: 24,
    }),
    fc.constantFrom("", "x".repeat(100)),
  )
  .map(([sign, text, more]) => `${sign}J${text}${more}`.replaceAll(/\s+/g, " ").trim());

/** Returns the same hostile texts at every run. */
export function hostileTexts(count: number): string[] {
  return fc.sample(hostileText, { seed: 20_261_122, numRuns: count });
}
