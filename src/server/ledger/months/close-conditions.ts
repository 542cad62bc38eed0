import { Problem } from "#server/kernel/platform/problem.ts";

/** The books while nobody else can post. */
interface Books {
  readonly today: string;
  /** The last day of the last closed month, as an ISO date like `today`; null if none is closed. */
  readonly until: string | null;
  /** The reconciler's recent run without findings; null if there is none. */
  readonly run: bigint | null;
  readonly isBalanced: boolean;
}

/**
 * Throws unless the month that ends on a day can be closed, apart from the reconciliation of the
 * bank and M-Pesa (`month_close_is_reconciled`). Returns the run that proves it. The database
 * requires the order as well (`month_close_keeps_its_life`).
 */
export function requireClosable(ends: string, { today, until, run, isBalanced }: Books): bigint {
  if (ends >= today || (until !== null && until >= ends)) throw new Problem("month-not-due");
  if (run === null) throw new Problem("not-reconciled");
  if (!isBalanced) throw new Problem("not-balanced");
  return run;
}
