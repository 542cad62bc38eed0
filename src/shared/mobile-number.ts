/** A Kenyan mobile number as `+254` and nine digits, the first of them 7 or 1. */
export type MobileNumber = string & { readonly __brand: "MobileNumber" };

/**
 * Reads a mobile number as people write it: `07…`, `01…`, `7…`, `1…`, `254…` or `+254…`, with
 * spaces or dashes. Returns null for anything else.
 */
export function parseMobileNumber(given: string): MobileNumber | null {
  const compact = given.replace(/[ -]/g, "");
  const match = /^(?:\+?254|0)?([71][0-9]{8})$/.exec(compact);
  return match ? (`+254${match[1]}` as MobileNumber) : null;
}

/** Prints a mobile number as Kenyans read it: 0712 000 482. Other text is left unchanged. */
export function formatMobileNumber(mobile: string): string {
  const match = /^\+254([0-9]{3})([0-9]{3})([0-9]{3})$/.exec(mobile);
  return match ? `0${match[1]} ${match[2]} ${match[3]}` : mobile;
}
