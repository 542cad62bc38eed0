/** The facts of a payment that a decision about it covers. */
export const shownPayoutFacts = [
  "name",
  "member-no",
  "amount",
  "state",
  "why",
  "mobile",
  "mobile-now",
  "confirmed-at",
  "account",
  "receipt",
  "claimed-receipt",
  "claimed-way",
  "claimed-by",
  "failed-by",
  "changed-at",
] as const;
export type ShownPayoutFact = (typeof shownPayoutFacts)[number];
