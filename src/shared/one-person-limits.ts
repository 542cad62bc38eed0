import { type Cents, shillings } from "./money.ts";

/** The amounts that one person of the office may record as received alone. */
export const onePersonLimitNames = ["openingSavings", "repayment", "over", "day"] as const;
export type OnePersonLimitName = (typeof onePersonLimitNames)[number];

/** The highest value of each limit, in cents. A check of `one_person_limit` (0040) has the same. */
export const highestOnePersonLimits: Readonly<Record<OnePersonLimitName, Cents>> = {
  openingSavings: shillings(100_000),
  repayment: shillings(100_000),
  over: shillings(10_000),
  day: shillings(500_000),
};
