/**
 * The legal grounds on which a request may be rejected. The same are in a check of
 * `privacy_request.ground` (0021), which no code can pass by.
 */
export const refusalGrounds = [
  "law",
  "membership",
  "identity",
  "correct",
  "repeated",
  "others",
] as const;
export type RefusalGround = (typeof refusalGrounds)[number];
