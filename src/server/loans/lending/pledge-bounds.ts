import { addCents, type Cents, shillings } from "#shared/money.ts";
import { freeDeposits } from "./free-deposits.ts";

/** Smaller guarantees are not accepted. */
const MIN_PLEDGE = shillings(100);

/** Whether a member may be asked for an amount: at least Ksh 100, and at most the loan. */
export function mayBePledged(amount: Cents, principal: Cents): boolean {
  return amount >= MIN_PLEDGE && amount <= principal;
}

/** A member's deposits, those pledged to others' loans, and those that secure their own. */
export type UseOfDeposits = Readonly<Record<"deposits" | "pledged" | "securing", Cents>>;

/**
 * Returns the most that a member can pledge: deposits that are neither pledged to others nor secure
 * the member's own loan. The trigger function `guarantee_keeps_its_life` (0051) enforces the same
 * for concurrent answers.
 */
export function pledgeLimit({ deposits, pledged, securing }: UseOfDeposits): Cents {
  return freeDeposits(deposits, addCents(pledged, securing));
}
