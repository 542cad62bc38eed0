import { type Cents, isWholeShillings } from "#shared/money.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";

/** A till holds whole shillings; throws `invalid` with `cash.whole` at the field otherwise. */
export function requireWholeShillings(field: string, amount: Cents): void {
  if (!isWholeShillings(amount)) throw fieldProblem(field, "cash.whole");
}
