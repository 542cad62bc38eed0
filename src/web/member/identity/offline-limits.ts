/** After this many wrong PINs in a row everything is removed. */
export const MAX_WRONG_PINS = 5;

/** For how long figures are kept without a visit. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Whether something is too old to be kept, even if the phone's clock was set back a month. */
export function isTooOld(at: number): boolean {
  return Math.abs(Date.now() - at) > KEPT_MS;
}
