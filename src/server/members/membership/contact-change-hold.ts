/**
 * How long a change that decides where money and codes go is held before it is used, in hours. The
 * member is notified at once, so that they can stop a change that they did not request.
 */
export const SAFETY_HOLD_HOURS = 72;
