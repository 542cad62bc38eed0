import type { LoanState } from "#shared/contract/loans/instant-loans.ts";
import type { Servicing } from "#shared/contract/loans/guarantees.ts";

/** The repayment status of a guaranteed loan, in one word. */
export function servicingOf(loan: {
  readonly state: LoanState;
  readonly missed: number;
}): Servicing {
  if (loan.state === "settled") return "paid";
  if (loan.state !== "disbursed") return "waiting";
  return loan.missed > 0 ? "late" : "on-time";
}
