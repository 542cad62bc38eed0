/**
 * The current number of the privacy notice. It grows whenever a change has to be read again; a
 * member who confirmed an earlier one is shown the new one at their next visit.
 */
export const PRIVACY_NOTICE = 1;
