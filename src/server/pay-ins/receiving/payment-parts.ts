import { addCents, type Cents, negateCents, ZERO_CENTS } from "#shared/money.ts";
import type { Purpose } from "./match-account-number.ts";

/**
 * Why a payment waits in suspense; `moved` if two people took it off a wrong account, `prompt` if
 * its prompt was credited with another receipt.
 */
export type Cause =
  | "unknown"
  | "ambiguous"
  | "left"
  | "which-loan"
  | "no-account"
  | "loan-state"
  | "moved"
  | "prompt";

/** The member and loan that a payment is for, read under their locks. */
export interface Target {
  readonly memberId: bigint;
  readonly hasLeft: boolean;
  /** Whether two people have counted all cash by which the member's loans may have been repaid. */
  readonly isCashCounted: boolean;
  /** The numbers of their withdrawable accounts. */
  readonly withdrawableAccounts: readonly string[];
  readonly loan: TargetLoan | null;
}

export interface TargetLoan {
  readonly id: bigint;
  readonly loanNo: string;
  readonly state: string;
  readonly owed: Cents;
}

/** One amount of a payment and its destination. */
export interface Part {
  readonly destination: Purpose;
  readonly amount: Cents;
  /** The account number of a withdrawable account, or the loan number; empty for the others. */
  readonly reference: string;
  /** The loan that it repays. */
  readonly loanId: bigint | null;
  /** The overpaid part, which is refunded at once, in cents. */
  readonly refund: Cents;
}

/** Where money goes that is more than a loan owes. */
export type LoanRest = "deposits" | "refund";

const plain = { reference: "", loanId: null, refund: ZERO_CENTS };

/** Divides a payment between accounts of its member, or says why it cannot be credited. */
export function partsOf(
  target: Target,
  purpose: Purpose,
  amount: Cents,
  rest: LoanRest,
): readonly Part[] | Cause {
  if (target.hasLeft) return "left";
  if (purpose === "loan") {
    // Otherwise a loan repaid with cash that was never received would be refunded with real money.
    return loanParts(target.loan, amount, target.isCashCounted ? rest : "deposits");
  }
  if (purpose !== "withdrawable") return [{ ...plain, destination: purpose, amount }];
  const [account, other] = target.withdrawableAccounts;
  if (account === undefined || other !== undefined) return "no-account";
  return [{ ...plain, destination: purpose, amount, reference: account }];
}

function loanParts(loan: TargetLoan | null, amount: Cents, rest: LoanRest): Part[] | Cause {
  if (loan === null) return "which-loan";
  if (loan.state !== "disbursed" && loan.state !== "settled") return "loan-state";
  const owed = loan.owed > 0n ? loan.owed : ZERO_CENTS;
  const over = amount > owed ? addCents(amount, negateCents(owed)) : ZERO_CENTS;
  // M-Pesa cannot pay cents back, so they always go to deposits.
  const isRefunded = rest === "refund" && over >= 100n;
  const repaid = { destination: "loan", reference: loan.loanNo, loanId: loan.id } as const;
  if (isRefunded) return [{ ...repaid, amount, refund: over }];
  const toLoan = addCents(amount, negateCents(over));
  return [
    ...(toLoan > 0n ? [{ ...repaid, amount: toLoan, refund: ZERO_CENTS }] : []),
    ...(over > 0n ? [{ ...plain, destination: "deposits" as const, amount: over }] : []),
  ];
}
