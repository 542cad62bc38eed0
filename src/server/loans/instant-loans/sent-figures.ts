import type { LoanQuote } from "#shared/instant-loan.ts";
import { cents, isNear, shillings } from "#shared/money.ts";
import type { FieldError } from "#server/kernel/platform/problem.ts";

/** The society's tolerances: a cent on the total, a shilling on the deduction. */
const TOTAL_TOLERANCE = cents(1n);
const REPAYMENT_TOLERANCE = shillings(1);

/** The figures of an application that differ from the society's own. */
export function tamperedFigures(
  quote: LoanQuote,
  given: { readonly total: string; readonly repayment: string },
): FieldError[] {
  const wrong: FieldError[] = [];
  if (!isNear(given.total, quote.total, TOTAL_TOLERANCE)) {
    wrong.push({ field: "total", problem: "total.differs" });
  }
  if (!isNear(given.repayment, quote.monthlyDeduction, REPAYMENT_TOLERANCE)) {
    wrong.push({ field: "repayment", problem: "repayment.differs" });
  }
  return wrong;
}
