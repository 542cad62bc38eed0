/**
 * The same words of the same person within this time are one message that was sent twice, such as
 * after a lost answer; an interval in SQL.
 */
export const SENT_AGAIN_WITHIN = "interval '10 minutes'";
