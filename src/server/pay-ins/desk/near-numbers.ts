/** The most digits of a number whose neighbours are listed; a longer one has too many. */
const MAX_DIGITS = 8;

const DIGITS = [..."0123456789"];

/**
 * Returns a number and all numbers that differ by one typing error: a digit wrong, missing, doubled
 * or inserted, or two exchanged.
 */
export function nearNumbers(digits: string): string[] {
  if (digits === "" || digits.length > MAX_DIGITS) return [];
  const places = [...digits].map((_, at) => at);
  const around = (at: number, drop: number, put: string) =>
    digits.slice(0, at) + put + digits.slice(at + drop);
  return [
    ...new Set([
      digits,
      ...places.map((at) => around(at, 1, "")),
      ...places.flatMap((at) => DIGITS.map((digit) => around(at, 1, digit))),
      ...[...places, digits.length].flatMap((at) => DIGITS.map((digit) => around(at, 0, digit))),
      ...places.slice(1).map((at) => around(at - 1, 2, `${digits[at]}${digits[at - 1]}`)),
    ]),
  ].filter((near) => near !== "");
}
