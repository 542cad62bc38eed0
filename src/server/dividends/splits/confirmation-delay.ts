/**
 * A choice is confirmed by SMS so many seconds after it was made. A later choice in that time
 * replaces the message, so that somebody who changes their mind gets one.
 */
export const CONFIRMED_AFTER_SECONDS = 600;
