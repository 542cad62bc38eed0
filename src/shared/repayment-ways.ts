import type { RepaymentWay } from "./contract/loans/desk.ts";

/** The ways in which a loan is repaid without the loan desk, as lists of repayments name them. */
export const otherRepaymentWays = ["check-off", "dividend", "withdrawable"] as const;

/** The way of a repayment; empty if it has none of these names. */
export type ShownWay = RepaymentWay | (typeof otherRepaymentWays)[number] | "";
