import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
/** Returns SQL for the day in Nairobi of a moment; empty if there is none. */
export const dayOrEmpty = (at: string): string => `coalesce(${nairobiDay(at)}::text, '')`;

/**
 * Returns SQL for a phone number as people write it: a spreadsheet leaves it unchanged, and an
 * import reads it.
 */
export const phone = (number: string): string =>
  `regexp_replace(${number}, '^[+]254(...)(...)(...)$', '0\\1 \\2 \\3')`;

/** Returns SQL for hundredths of a percent as a percent with two decimals. */
export const percent = (basisPoints: string): string =>
  `to_char((${basisPoints})::numeric / 100, 'FM990.00')`;

/** Returns SQL for cents as shillings with two decimals. */
export const shillings = (inCents: string): string =>
  `to_char((${inCents})::numeric / 100, 'FM99999999990.00')`;
