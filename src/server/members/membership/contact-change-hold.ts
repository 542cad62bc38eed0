/**
 * How long a change that decides where money and codes go is held before it is used, in hours. The
 * member is notified at once, so that they can stop a change that they did not request. Checks of
 * the database (0105, 0117, 0125) accept no shorter time. Money also waits as long after a bank
 * account is cancelled, which the function `paid_at_bank` (0125) decides by itself.
 */
export const SAFETY_HOLD_HOURS = 72;
