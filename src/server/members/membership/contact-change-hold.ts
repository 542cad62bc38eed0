/**
 * How long a change that decides where money and codes go is held before it is used, in hours. The
 * member is told at once, so that somebody who did not ask for it can stop it by then.
 */
export const SAFETY_HOLD_HOURS = 72;
