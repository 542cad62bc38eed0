/**
 * The number of the privacy notice as its words stand now. It grows whenever a change of them has
 * to be read again; who confirmed an earlier one is shown the new one when they next come in.
 */
export const PRIVACY_NOTICE = 1;
