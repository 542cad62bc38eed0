/** Formats a number of hundredths: 450 becomes 4.5. */
export function hundredths(value: number): string {
  return String(value / 100);
}

/** Reads a number with at most two decimals as hundredths, without using a float. */
export function inHundredths(text: string, least: number, most: number): number | null {
  const [, units = "", decimals = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (units === "") return null;
  const value = Number(units + decimals.padEnd(2, "0"));
  return value >= least && value <= most ? value : null;
}
