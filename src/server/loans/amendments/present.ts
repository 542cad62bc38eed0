import { toWireAmount } from "#shared/money.ts";
import type { ApplicationRow } from "#server/loans/lending/loan-rows.ts";

/** The answer to a change: the loan's figures, which a waiting change does not affect. */
export function presentAmended(loan: ApplicationRow, proposed: bigint | null) {
  return {
    code: 200 as const,
    message: proposed === null ? "Loan Updated" : "Waiting for the member's consent",
    id: String(loan.id),
    memberno: loan.member_no,
    member: loan.full_name,
    category: loan.category,
    amount: toWireAmount(loan.principal_cents),
    fee: toWireAmount(loan.fee_cents),
    total: toWireAmount(loan.total_cents),
    period: loan.term_months,
    repayment: toWireAmount(loan.monthly_deduction_cents),
    ...(proposed !== null && { amendmentId: String(proposed) }),
  };
}
