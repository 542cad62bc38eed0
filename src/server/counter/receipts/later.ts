import { type Cents, formatMoney, negateCents } from "#shared/money.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { loanAt } from "#server/loans/lending/loan-rows.ts";
import { recordStep } from "#server/loans/lending/loan-steps.ts";
import { settleByBalance } from "#server/loans/lending/loans.ts";
import { isCredited } from "#server/loans/lending/own-money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { receiptSubject } from "#server/oversight/approvals/subjects.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { moveTill, requireOpenTill } from "#server/tills/till-book/till-book.ts";
import { creditTarget } from "./credit.ts";
import * as queries from "./receipt-rows.ts";
import { requireTarget } from "./target.ts";

/** Credits a cheque that the bank has paid, as confirmed by a person other than its receiver. */
export async function clearCheque(
  work: UnitOfWork,
  receiptNo: string,
  { amount, notify }: { readonly amount: Cents; readonly notify: Notify },
): Promise<void> {
  const cheque = await requireClearing(work, receiptNo);
  if (amount !== cheque.amount_cents) throw fieldProblem("amount", "total.differs");
  const { member_no: memberNo, destination: to, account } = cheque;
  const wanted = { memberNo, to, account, amount };
  const target = await requireTarget(work, wanted, { way: "cleared", people: [work.actor] });
  const write = async (entryId: bigint): Promise<void> => {
    await writeStep(work, cheque, { step: "cleared", entryId });
    await queries.setCredited(work, cheque.id, entryId);
  };
  const by = cheque.receiver;
  await creditTarget(work, { receiptNo, way: "cheque", amount, target, by, write }, notify);
  work.audit({ action: "counter-cheque-cleared", subject: receiptSubject(receiptNo) });
}

/** Records that the bank did not pay a cheque; it was never credited. */
export async function bounceCheque(
  work: UnitOfWork,
  receiptNo: string,
  { reason, notify }: { readonly reason: string; readonly notify: Notify },
): Promise<void> {
  const cheque = await requireClearing(work, receiptNo);
  await writeStep(work, cheque, { step: "bounced", reason, entryId: null });
  await queries.setState(work, cheque.id, "bounced");
  await notifyMember(work, cheque, "counter-bounced", notify);
  const subject = receiptSubject(receiptNo);
  work.audit({ action: "counter-cheque-bounced", subject, detail: { reason } });
}

async function requireClearing(work: UnitOfWork, receiptNo: string) {
  const cheque = await queries.lockReceipt(work, receiptNo);
  if (cheque === null) throw new Problem("no-such-receipt");
  if (cheque.state !== "clearing") throw new Problem("receipt-state");
  await rejectConcerned(work, cheque, work.actor);
  return cheque;
}

async function rejectConcerned(
  work: UnitOfWork,
  { member_id: memberId, loan_id: loanId }: queries.LockedReceipt,
  person: string,
): Promise<void> {
  if (await isCredited(work, { memberId, loanId }, person)) throw new Problem("own-listing");
}

/**
 * Requests that a second person approve the reversal of a receipt. The cash of a receipt leaves the
 * open till of the requester.
 */
export async function requestReversal(
  work: UnitOfWork,
  receiptNo: string,
  reason: string,
): Promise<bigint> {
  const receipt = await requireCredited(work, receiptNo);
  await rejectConcerned(work, receipt, work.actor);
  if (receipt.way === "cash") await requireOpenTill(work);
  return requestApproval(work, {
    kind: "counter-reversal",
    subject: receiptSubject(receiptNo),
    about: `member:${receipt.member_no}`,
    payload: { receipt: receiptNo },
    reason,
  });
}

async function requireCredited(work: UnitOfWork, receiptNo: string) {
  const receipt = await queries.lockReceipt(work, receiptNo);
  if (receipt === null) throw new Problem("no-such-receipt");
  if (receipt.state !== "credited") throw new Problem("receipt-state");
  return receipt;
}

interface Agreed {
  readonly requestedBy: string;
  readonly reason: string;
  readonly notify: Notify;
}

/**
 * Reverses a receipt by an entry of today, as two people agreed. Neither of them gains by it, and
 * the second did not receive the money.
 */
export async function reverseReceipt(
  work: UnitOfWork,
  receiptNo: string,
  { requestedBy, reason, notify }: Agreed,
): Promise<void> {
  const receipt = await requireCredited(work, receiptNo);
  const { id, entry_id: entryId, loan_id: loanId, account: loanNo } = receipt;
  for (const person of [requestedBy, work.actor]) await rejectConcerned(work, receipt, person);
  if (entryId === null) throw new Error(`receipt ${receiptNo} has no entry`);
  if (loanId !== null) await work.run("select from loan where id = $1 for no key update", [loanId]);
  const tillId = receipt.way === "cash" ? await requireOpenTill(work, requestedBy) : null;
  await notifyMember(work, receipt, "counter-reversed", notify);
  const narration = narrationOf("receiptReversed", { receiptNo });
  const reversal = await reverse(work, entryId, { narration });
  const agreed = { takenBy: requestedBy, agreedBy: work.actor };
  await writeStep(work, receipt, {
    step: "reversed",
    reason,
    tillId,
    entryId: reversal,
    ...agreed,
  });
  if (tillId !== null) {
    const amount = negateCents(receipt.amount_cents);
    const people = { movedBy: requestedBy, agreedBy: work.actor };
    await moveTill(work, { tillId, kind: "reversal", amount, entryId: reversal, ...people });
  }
  await queries.setState(work, id, "reversed");
  if (loanId !== null) await reopenLoan(work, loanNo, { entryId, reason, receipt }, notify);
  const detail = { requestedBy, reason };
  work.audit({ action: "counter-reversed", subject: receiptSubject(receiptNo), detail });
}

interface Reopening {
  readonly entryId: bigint;
  readonly reason: string;
  readonly receipt: queries.LockedReceipt;
}

async function reopenLoan(
  work: UnitOfWork,
  loanNo: string,
  { entryId, reason, receipt }: Reopening,
  notify: Notify,
): Promise<void> {
  await settleByBalance(work, [loanNo], notify);
  const step = await queries.stepOfEntry(work, entryId);
  if (step === null) throw new Error(`the repayment of ${loanNo} has no step`);
  const reverses = { stepId: step.id, recordedBy: step.taken_by };
  const taken = { by: work.actor, reason, amount: receipt.amount_cents, reverses };
  await recordStep(work, await loanAt(work, loanNo), { step: "reversed", ...taken });
}

interface StepOfReceipt {
  readonly step: "cleared" | "bounced" | "reversed";
  readonly takenBy?: string;
  readonly agreedBy?: string;
  readonly reason?: string;
  readonly tillId?: bigint | null;
  readonly entryId: bigint | null;
}

async function writeStep(
  work: UnitOfWork,
  { id }: queries.LockedReceipt,
  taken: StepOfReceipt,
): Promise<void> {
  const { step, takenBy = work.actor, agreedBy = "", reason = "", tillId = null, entryId } = taken;
  await work.run(
    `insert into counter_receipt_step (receipt_id, step, taken_by, agreed_by, reason, till_id,
        entry_id)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, step, takenBy, agreedBy, reason, tillId, entryId],
  );
}

async function notifyMember(
  work: UnitOfWork,
  receipt: queries.LockedReceipt,
  template: "counter-bounced" | "counter-reversed",
  notify: Notify,
): Promise<void> {
  const { language, mobile_number: mobileNumber, receipt_no: receiptNo } = receipt;
  const params = { amount: formatMoney(receipt.amount_cents), receipt: receiptNo };
  await enqueueSms(work, { mobileNumber, template, language, params }, notify);
}
