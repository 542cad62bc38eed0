/** A number of hundredths as people write it: 450 is 4.5. */
export function hundredths(value: number): string {
  return String(value / 100);
}

/** Reads a number of at most two decimals in hundredths, without a float on the way. */
export function inHundredths(text: string, least: number, most: number): number | null {
  const [, units = "", decimals = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (units === "") return null;
  const value = Number(units + decimals.padEnd(2, "0"));
  return value >= least && value <= most ? value : null;
}
