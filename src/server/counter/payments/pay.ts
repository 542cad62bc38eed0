import { negateCents } from "#shared/money.ts";
import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { Sending } from "#server/identity/one-time-codes/send.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { spendCode, type TypedCode } from "#server/identity/one-time-codes/prove.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { payoutSubject, receiptSubject } from "#server/oversight/approvals/subjects.ts";
import { lapseRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { lockPayout, type Payout } from "#server/payouts/queue/payout-rows.ts";
import { mayLeave, settleFromTill, waitsForTill } from "#server/payouts/queue/till-payments.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { moveTill, requireOpenTill } from "#server/tills/till-book/till-book.ts";
import { requireWholeShillings } from "#server/tills/till-book/whole-shillings.ts";
import { provePaymentCode, sendPaymentCode } from "./codes.ts";
import * as queries from "./payment-rows.ts";

interface Paying {
  readonly payoutId: bigint;
  /** The document of the member that the payer saw. */
  readonly identity: string;
}

/** Sends the member of a withdrawal that waits the code by which the actor pays it in cash. */
export async function sendCodeForPayment(
  work: UnitOfWork,
  payoutId: bigint,
  sending: Sending,
): Promise<CodeTimes> {
  const { payout } = await payable(work, payoutId);
  return sendPaymentCode(work, payout, sending);
}

/**
 * Pays a withdrawal that waits at the office in full from the actor's open till, by the code of its
 * member, and returns the number of the payment. A till never pays more than it holds. A wrong code
 * is returned as a problem instead of thrown, so that the attempt is counted.
 */
export async function payByCode(
  work: UnitOfWork,
  { payoutId, identity }: Paying,
  code: TypedCode,
): Promise<string | Problem> {
  const found = await payable(work, payoutId);
  const proven = await provePaymentCode(work, found.payout, code);
  if (proven instanceof Problem) return proven;
  await spendCode(work, proven);
  const { otpId } = proven;
  const paymentNo = await giveCash(work, found, { identity, paidBy: work.actor, otpId });
  await lapseRequests(work, "counter-payment", { payout: String(payoutId) });
  return paymentNo;
}

/** Requests that a second person approve a payment to a member who has no phone with them. */
export async function requestPayment(
  work: UnitOfWork,
  { payoutId, identity, reason }: Paying & { readonly reason: string },
): Promise<bigint> {
  const { payout } = await payable(work, payoutId);
  return requestApproval(work, {
    kind: "counter-payment",
    subject: payoutSubject(payout.id),
    about: `member:${payout.member_no}`,
    payload: { payout: String(payout.id), identity },
    reason,
  });
}

interface Agreed {
  readonly requestedBy: string;
  readonly approvalId: bigint;
}

/** Pays out of the till of the person who requested it, as the actor agreed. */
export async function payAsAgreed(
  work: UnitOfWork,
  { payoutId, identity }: Paying,
  { requestedBy, approvalId }: Agreed,
): Promise<void> {
  const found = await payable(work, payoutId, requestedBy);
  await rejectConcerned(work, found.payout, work.actor);
  await giveCash(work, found, {
    identity,
    paidBy: requestedBy,
    approvalId,
    agreedBy: work.actor,
  });
}

interface Payable {
  readonly payout: Payout;
  readonly tillId: bigint;
}

/** Locks the open till of a payer and a withdrawal that they can pay from it. */
async function payable(work: UnitOfWork, payoutId: bigint, payer = work.actor): Promise<Payable> {
  const tillId = await requireOpenTill(work, payer);
  const payout = await lockPayout(work, payoutId);
  if (payout === null) throw new Problem("no-such-payout");
  await rejectConcerned(work, payout, payer);
  if (!waitsForTill(payout)) throw new Problem("payout-state");
  if (!(await mayLeave(work, payout))) throw new Problem("not-active");
  requireWholeShillings("payoutId", payout.amount_cents);
  return { payout, tillId };
}

async function rejectConcerned(work: UnitOfWork, payout: Payout, person: string): Promise<void> {
  if (await isThemselves(work, person, payout.member_id)) throw new Problem("own-listing");
}

interface Giving {
  readonly identity: string;
  readonly paidBy: string;
  /** The code of the member; left out if another person approved. */
  readonly otpId?: string;
  readonly approvalId?: bigint;
  readonly agreedBy?: string;
}

async function giveCash(
  work: UnitOfWork,
  { payout, tillId }: Payable,
  { identity, paidBy, otpId, approvalId, agreedBy }: Giving,
): Promise<string> {
  const { member_id: memberId, amount_cents: amount } = payout;
  const paymentNo = await queries.nextPaymentNo(work);
  const entryId = await post(work, {
    kind: "payout-from-till",
    narration: `${payout.about}, paid in cash`,
    referenceNo: payout.reference,
    receiptNo: paymentNo,
    lines: [
      debit(societyAccount("payout-clearing"), amount),
      credit(societyAccount("till-cash"), amount),
    ],
  });
  const proof = [otpId ?? null, approvalId ?? null, agreedBy ?? null];
  await work.run(
    `insert into counter_payment (payment_no, payout_id, member_id, till_id, amount_cents,
        paid_by, identity, entry_id, otp_id, approval_id, agreed_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [paymentNo, payout.id, memberId, tillId, amount, paidBy, identity, entryId, ...proof],
  );
  const out = { tillId, kind: "payout", amount: negateCents(amount), entryId } as const;
  await moveTill(work, { ...out, movedBy: paidBy });
  await settleFromTill(work, { ...payout, receipt_no: paymentNo }, paymentNo);
  const by = agreedBy === undefined ? { proof: "code" } : { proof: "second person", paidBy };
  const detail = { reference: payout.reference, amount: String(amount), ...by };
  work.audit({ action: "counter-paid", subject: receiptSubject(paymentNo), detail });
  return paymentNo;
}
