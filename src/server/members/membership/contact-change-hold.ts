/**
 * How long a change that decides where money and codes go is held before it is used, in hours. The
 * member is notified at once, so that they can stop a change that they did not request. For bank
 * accounts and the choice of phone or bank, checks of the database (0105, 0117, 0125) accept no
 * shorter time; `paid_at_bank` (0125) has its own 72 hours for a cancelled account.
 */
export const SAFETY_HOLD_HOURS = 72;
