import { file, queue } from "#shared/contract/loans/desk.ts";
import { application } from "#shared/contract/loans/life.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useRenewDesk } from "#web/staff/renew-desk.ts";

/** Reloads everything about a loan after an action. */
export function useRenewLoan(): () => Promise<void> {
  const renew = useRenewDesk();
  return () => renew(queue, application, file);
}

/** Whether another person acted on the loan meanwhile. */
export function wasFirst(error: unknown): boolean {
  return error instanceof ProblemAnswer && error.details.reason === "loan-state";
}
