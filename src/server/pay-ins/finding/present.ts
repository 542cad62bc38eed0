import type { foundStates } from "#shared/contract/pay-ins/finder.ts";
import { toWireAmount } from "#shared/money.ts";
import type { Candidate } from "./queries.ts";

/** Where a payment is, as shown to its member; null for one known only by its recorded receipt. */
export function stateOf({ state, was_here: wasHere, parts }: Candidate) {
  if (state === "suspense") return wasHere ? "moved" : "office";
  if (state === "returned") return wasHere ? "moved" : "returned";
  if (!wasHere) return null;
  return parts.length > 0 ? "credited" : "moved";
}

interface Shown {
  readonly receipt_no: string;
  readonly amount_cents: Candidate["amount_cents"];
  readonly paid_on: Candidate["paid_on"];
  readonly reference?: string;
}

/** A payment as its member sees it. */
export function presentFound(
  { receipt_no: receipt, amount_cents: amount, paid_on: paidOn, reference = "" }: Shown,
  state: (typeof foundStates)[number],
  parts: Candidate["parts"],
) {
  return {
    receipt,
    amount: toWireAmount(amount),
    paidOn,
    state,
    reference,
    parts: parts.map((part) => ({
      ...part,
      amount: toWireAmount(part.amount),
      refunded: toWireAmount(part.refunded),
    })),
  };
}
