/**
 * The number of seconds after which a choice is confirmed by SMS. A later choice in that time
 * replaces the message, so that a member who changes their mind gets only one.
 */
export const CONFIRMED_AFTER_SECONDS = 600;
