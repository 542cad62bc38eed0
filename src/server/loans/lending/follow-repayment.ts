import { type Cents, formatMoney } from "#shared/money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { notifyBorrower } from "./loan-notifications.ts";
import { type ApplicationRow, loanAt } from "./loan-rows.ts";
import { recordStep, type StepActor } from "./loan-steps.ts";

/** A repayment by a receipt, which is posted and recorded. */
interface Repaid {
  readonly by: StepActor;
  readonly amount: Cents;
  /** The balance after it, in cents; negative if more was paid than owed. */
  readonly left: Cents;
  readonly receipt: string;
}

/** Records that a repayment settled its loan, if it did, and notifies the borrower. */
export async function followRepayment(
  work: UnitOfWork,
  loanNo: string,
  { by, amount, left, receipt }: Repaid,
  notify: Notify,
): Promise<ApplicationRow> {
  const loan = await loanAt(work, loanNo);
  const settled = loan.state === "settled";
  if (settled) await recordStep(work, loan, { step: "settled", by });
  const money = { amount: formatMoney(amount), balance: formatMoney(left), receipt };
  await notifyBorrower(work, loan, settled ? "loan-settled" : "loan-repaid", notify, money);
  return loan;
}
