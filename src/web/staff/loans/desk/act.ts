import { file, queue } from "#shared/contract/loans/desk.ts";
import { application } from "#shared/contract/loans/life.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useRenewDesk } from "#web/staff/renew-desk.ts";

/** Asks for everything of a loan again, once something was done to it. */
export function useRenewLoan(): () => Promise<void> {
  const renew = useRenewDesk();
  return () => renew(queue, application, file);
}

/** Whether somebody else did something to the loan meanwhile. */
export function wasFirst(error: unknown): boolean {
  return error instanceof ProblemAnswer && error.details.reason === "loan-state";
}
