import type { ReturnOutcome } from "#shared/contract/loans/taken-back.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { lockLoan } from "#server/loans/lending/bulk-repayments.ts";
import { endGuarantees } from "#server/loans/lending/guarantees.ts";
import { applicationAt, type ApplicationRow } from "#server/loans/lending/loan-rows.ts";
import { type LoanPayouts, unpayLoan } from "#server/loans/lending/loan-payouts.ts";
import { notifyBorrower } from "#server/loans/lending/loan-notifications.ts";
import { recordStep, rejectOwn, type StepActor } from "#server/loans/lending/loan-steps.ts";
import { requireShownLoan } from "#server/loans/lending/shown-loan.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as queries from "./queries.ts";

interface Requested {
  readonly loanNo: string;
  readonly reason: string;
  readonly shownDigest: string;
}

/** The two people of a returned step, and the reason. */
export interface ByTwo {
  readonly requestedBy: StepActor;
  readonly reason: string;
  readonly notify: Notify;
}

/** Requests that an approved loan go back to the queue or be declined. */
export async function requestReturn(
  work: UnitOfWork,
  { outcome, ...given }: Requested & { readonly outcome: ReturnOutcome },
): Promise<bigint> {
  const loan = await lockShown(work, given, "approved");
  return requestApproval(work, {
    ...about(loan),
    kind: "loan-approval-return",
    payload: { loanNo: loan.loan_no, outcome },
    reason: given.reason,
  });
}

/** Requests that a disbursement be reversed if nothing is repaid and no money has left. */
export async function requestRecall(work: UnitOfWork, given: Requested): Promise<bigint> {
  const loan = await lockShown(work, given, "disbursed");
  rejectSpent(await queries.recallable(work, loan.loan_no));
  return requestApproval(work, {
    ...about(loan),
    kind: "loan-disbursement-reversal",
    payload: { loanNo: loan.loan_no },
    reason: given.reason,
  });
}

const about = ({ loan_no: loanNo, member_no: memberNo }: ApplicationRow) => {
  return { subject: `loan:${loanNo}`, about: `member:${memberNo}` };
};

async function lockShown(
  work: UnitOfWork,
  { loanNo, shownDigest }: Requested,
  state: "approved" | "disbursed",
): Promise<ApplicationRow> {
  await rejectOwn(work, await applicationAt(work, loanNo), work.actor);
  await lockLoan(work, loanNo);
  const loan = await applicationAt(work, loanNo);
  if (loan.state !== state) throw new Problem("loan-state");
  await requireShownLoan(work, loanNo, shownDigest);
  return loan;
}

/** Returns an approved loan to the queue, with its guarantees, or declines it. */
export async function returnApproval(
  work: UnitOfWork,
  { loanNo, outcome }: { readonly loanNo: string; readonly outcome: ReturnOutcome },
  { requestedBy, reason, notify }: ByTwo,
): Promise<void> {
  await rejectOwnOfBoth(work, loanNo, requestedBy);
  const state = outcome === "queue" ? "applied" : "declined";
  const moved = await work.run(
    "update loan set state = $2 where loan_no = $1 and state = 'approved'",
    [loanNo, state],
  );
  if (moved === 0) throw new Problem("loan-state");
  const loan = await applicationAt(work, loanNo);
  const step = outcome === "queue" ? "returned" : "declined";
  if (outcome === "declined") await endGuarantees(work, loan.id, "declined", notify);
  await recordStep(work, loan, { step, by: requestedBy, confirmedBy: work.actor, reason });
  await notifyBorrower(
    work,
    loan,
    `loan-${step}`,
    notify,
    outcome === "declined" ? { reason } : {},
  );
}

/**
 * Reverses a disbursement by a reversing entry of today, and removes its schedule; the loan is
 * approved again. Throws if something was repaid or the money has left.
 */
export async function recall(
  work: UnitOfWork,
  loanNo: string,
  { requestedBy, reason, notify, payouts }: ByTwo & { readonly payouts: LoanPayouts },
): Promise<void> {
  await rejectOwnOfBoth(work, loanNo, requestedBy);
  const found = await queries.recallable(work, loanNo);
  rejectSpent(found);
  if (!(await payouts.withdraw(work, found.id, "recalled"))) throw new Problem("loan-money-left");
  await reverse(work, found.entryId, {
    narration: narrationOf("loanReturned", { loanNo }),
  });
  if (!(await unpayLoan(work, found.id))) throw new Problem("loan-state");
  const loan = await applicationAt(work, loanNo);
  const people = { by: requestedBy, confirmedBy: work.actor };
  await recordStep(work, loan, { step: "recalled", ...people, reason });
  await notifyBorrower(work, loan, "loan-recalled", notify);
}

async function rejectOwnOfBoth(work: UnitOfWork, loanNo: string, first: StepActor): Promise<void> {
  const loan = await applicationAt(work, loanNo);
  await rejectOwn(work, loan, first);
  await rejectOwn(work, loan, work.actor);
}

type Recallable = Awaited<ReturnType<typeof queries.recallable>>;

function rejectSpent(
  found: Recallable,
): asserts found is NonNullable<Recallable> & { entryId: bigint } {
  if (found === null || found.entryId === null) throw new Problem("loan-state");
  if (found.repaid) throw new Problem("loan-repaid");
  if (found.left) throw new Problem("loan-money-left");
}
