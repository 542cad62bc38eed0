/** The number of days for which a proposed change of a loan waits for the member's answer. */
export const DAYS_TO_ANSWER = 7;
