/** Returns the SQL of a moment's day in Nairobi; empty where there is none. */
export const nairobiDay = (at: string): string =>
  `coalesce((${at} at time zone 'Africa/Nairobi')::date::text, '')`;

/**
 * Returns the SQL of a phone as people write it: a spreadsheet leaves it alone, and an import reads
 * it.
 */
export const phone = (number: string): string =>
  `regexp_replace(${number}, '^[+]254(...)(...)(...)$', '0\\1 \\2 \\3')`;

/** Returns the SQL of hundredths of a per cent as a per cent with two decimals. */
export const percent = (basisPoints: string): string =>
  `to_char((${basisPoints})::numeric / 100, 'FM990.00')`;

/** Returns the SQL of cents as shillings with two decimals. */
export const shillings = (inCents: string): string =>
  `to_char((${inCents})::numeric / 100, 'FM99999999990.00')`;
