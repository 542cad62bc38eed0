import type { OverpaymentTarget } from "#shared/contract/check-off/overpayments.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { mayDo } from "#shared/while-suspended.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { recordRepaidSteps } from "#server/loans/lending/bulk-repayments.ts";
import { loanAt } from "#server/loans/lending/loan-rows.ts";
import { rejectOwn } from "#server/loans/lending/loan-steps.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { queueRefund } from "#server/payouts/queue/refunds.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import * as queries from "./queries.ts";
import type { LoanBalance } from "./queries.ts";

/** The destination of an overpaid amount. */
export interface Wish {
  readonly loanNo: string;
  readonly amount: Cents;
  readonly to: OverpaymentTarget;
  readonly toLoanNo?: string | undefined;
}

/** An overpaid loan, and the loan that receives the money; null if it goes elsewhere. */
export interface Move {
  readonly from: LoanBalance;
  readonly toLoan: LoanBalance | null;
}

/** Requests that a second person approve the destination of an overpayment. */
export async function request(work: UnitOfWork, wish: Wish, reason: string): Promise<bigint> {
  const { from } = await lockMove(work, wish);
  await rejectOwn(work, from, work.actor);
  const { loanNo, amount, to, toLoanNo } = wish;
  return requestApproval(work, {
    kind: "loan-overpayment",
    subject: `loan:${loanNo}`,
    about: `member:${from.member_no}`,
    payload: { loanNo, amount: String(amount), to, ...(to === "loan" && { toLoanNo }) },
    reason,
  });
}

interface Approved {
  /** The first person, as the audit log names them. */
  readonly requestedBy: string;
  readonly notify: Notify;
}

/** Moves an overpayment as two people have agreed, and notifies the member. */
export async function carryOut(
  work: UnitOfWork,
  wish: Wish,
  { requestedBy, notify }: Approved,
): Promise<void> {
  const { from, toLoan } = await lockMove(work, wish);
  for (const actor of [requestedBy, work.actor]) await rejectOwn(work, from, actor);
  await postMove(work, wish, { from, toLoan }, notify);
  await notifyMember(work, wish, notify);
  const { to, amount, toLoanNo } = wish;
  const detail = { to, amount: String(amount), requestedBy, ...(toLoan && { toLoanNo }) };
  work.audit({ action: "overpayment-moved", subject: `loan:${wish.loanNo}`, detail });
}

/** Posts a move. To another loan it goes through the refund account. */
async function postMove(
  work: UnitOfWork,
  { amount, to, loanNo }: Wish,
  { from, toLoan }: Move,
  notify: Notify,
): Promise<void> {
  const { member_id: memberId } = from;
  const isDeposits = to === "deposits";
  const target = isDeposits
    ? memberAccount("member-deposits", memberId)
    : societyAccount("payout-clearing");
  const words = { narration: narrationOf("overpayment", { loanNo }), referenceNo: loanNo };
  const entryId = await post(work, {
    ...words,
    kind: isDeposits ? "overpayment-to-deposits" : "overpayment-to-refund",
    lines: [
      debit(memberAccount("loan-receivable", memberId, loanNo), amount),
      credit(target, amount),
    ],
  });
  if (to === "refund") await queueRefund(work, { loanId: from.id, entryId, amount });
  if (toLoan === null) return;
  const kind = "loan-repaid-by-overpayment";
  const repaid = { ...words, kind, memberId, loanNo: toLoan.loan_no, amount } as const;
  await recordRepayments(work, [repaid], notify);
  const paid = "select $1::bigint as loan_id, $2::bigint as amount_cents";
  await recordRepaidSteps(work, { text: paid, values: [toLoan.id, amount] });
}

/** Locks the loans of a move and returns its current terms; throws if it cannot happen. */
async function lockMove(work: UnitOfWork, wish: Wish): Promise<Move> {
  await lock(work, wish);
  const found = await findMove(work, wish);
  if (found instanceof Problem) throw found;
  return found;
}

/** Locks the loans that a move affects. */
export function lock(work: UnitOfWork, { loanNo, toLoanNo }: Wish): Promise<void> {
  return queries.lockLoans(work, [loanNo, ...(toLoanNo === undefined ? [] : [toLoanNo])]);
}

/** Returns the current terms of a move, or why it cannot happen. */
export async function findMove(snapshot: Snapshot, wish: Wish): Promise<Move | Problem> {
  const from = await queries.loanBalance(snapshot, wish.loanNo);
  if (from === null) return new Problem("no-such-loan");
  const overpaid = queries.overpaidOn(from);
  if (overpaid <= 0n) return new Problem("not-overpaid");
  if (wish.amount > overpaid) return fieldProblem("amount", "overpayment.more");
  if (!mayDo(from.membership, "overpayment-moved")) return new Problem("not-active");
  if (wish.to !== "loan") return { from, toLoan: null };
  const toLoan = await queries.loanBalance(snapshot, wish.toLoanNo ?? "");
  const isOther = toLoan !== null && toLoan.id !== from.id;
  if (!isOther || toLoan.member_id !== from.member_id || toLoan.state !== "disbursed") {
    return fieldProblem("toLoanNo", "overpayment.loan");
  }
  if (toLoan.balance_cents < wish.amount) return fieldProblem("toLoanNo", "loan.owes-less");
  return { from, toLoan };
}

async function notifyMember(
  work: UnitOfWork,
  { loanNo, amount, to, toLoanNo }: Wish,
  notify: Notify,
) {
  const loan = await loanAt(work, loanNo);
  await enqueueSms(
    work,
    {
      mobileNumber: loan.mobile_number,
      template: `overpayment-to-${to}`,
      language: loan.language,
      params: { amount: formatMoney(amount), loanNo, toLoanNo: toLoanNo ?? "" },
    },
    notify,
  );
}
