import { type Cents, cents, ZERO_CENTS } from "./money.ts";

/** Where a member can pay in. */
export const promptDestinations = ["deposits", "share-capital", "withdrawable", "loan"] as const;
export type PromptDestination = (typeof promptDestinations)[number];

/** The basis of an amount: typed, due by a loan's schedule, or all that the loan owes. */
export const promptBases = ["amount", "instalment", "settle"] as const;
export type PromptBasis = (typeof promptBases)[number];

/**
 * The states of a prompt as its member sees them: on its way to the phone, on the phone, paid,
 * failed, or without an answer from M-Pesa.
 */
export const promptStates = ["asked", "sent", "paid", "failed", "unknown"] as const;
export type PromptState = (typeof promptStates)[number];

/** Why a prompt failed, or why its result is unknown. */
export const promptProblems = [
  "",
  "cancelled",
  "no-answer",
  "wrong-pin",
  "no-funds",
  "expired",
  "phone-busy",
  "over-limit",
  "not-sent",
  "rejected",
  "other",
  "answer-lost",
  "no-result",
] as const;
export type PromptProblem = (typeof promptProblems)[number];

/** Returns an amount as M-Pesa can pay it: rounded up to whole shillings. */
export function wholeShillings(amount: Cents): Cents {
  return amount <= 0n ? ZERO_CENTS : cents(((amount + 99n) / 100n) * 100n);
}
