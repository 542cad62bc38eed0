import type { Destination, Placement } from "#shared/contract/check-off.ts";
import { type Cents, cents } from "#shared/money.ts";

/** An amount of a line and where it goes. */
export interface Part {
  readonly destination: Destination;
  readonly loanId: bigint | null;
  /** Whose it becomes; nobody's yet in suspense. */
  readonly memberId: bigint | null;
  readonly amount: Cents;
}

/** An amount that nobody owns yet. */
export function inSuspense(amount: Cents): Part {
  return { destination: "suspense", loanId: null, memberId: null, amount };
}

/** Returns an amount that goes to what a member has or pays, other than a loan. */
export function toMember(to: Exclude<Placement, "loan">, memberId: bigint, amount: Cents): Part {
  return { destination: to, loanId: null, memberId, amount };
}

/** The parts of a line that a clerk put on a loan: what is more than is owed waits in suspense. */
export function toLoan(
  loan: { readonly id: bigint; readonly memberId: bigint; readonly balance: Cents },
  amount: Cents,
): Part[] {
  const share = amount < loan.balance ? amount : loan.balance;
  const rest = cents(amount - share);
  const paid = { destination: "loan", loanId: loan.id, memberId: loan.memberId } as const;
  return [{ ...paid, amount: share }, ...(rest > 0n ? [inSuspense(rest)] : [])];
}
