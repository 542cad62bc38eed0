import { type Cents, isWholeShillings, shillings } from "./money.ts";

/**
 * The most that M-Pesa moves at once. A declared dividend keeps it for its payments; checks of the
 * tables of payouts and withdrawals repeat it, and a test compares them.
 */
export const MPESA_CEILING: Cents = shillings(250_000);

/** The most that one phone sends, or is sent, in a day over all of its payments. */
export const MPESA_DAY_CEILING: Cents = shillings(500_000);

/**
 * Whether M-Pesa can pay an amount: whole shillings, above zero, up to its ceiling. The queue of
 * payouts asks `goesToPhone`, the same rule as SQL over many rows.
 */
export function isPaidByMpesa(amount: Cents): boolean {
  return amount > 0n && isWholeShillings(amount) && amount <= MPESA_CEILING;
}
