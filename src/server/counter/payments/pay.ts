import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { formatMoney, negateCents, toWireAmount } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { notifyMemberOf } from "#server/counter/receipts/notify-member.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { receiptSubject } from "#server/oversight/approvals/subjects.ts";
import { lockPayout, type Payout } from "#server/payouts/queue/payout-rows.ts";
import {
  mayLeave,
  settleFromTill,
  waitAgain,
  waitsForTill,
} from "#server/payouts/queue/till-payments.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { moveTill, requireOpenTill } from "#server/tills/till-book/till-book.ts";
import * as queries from "./payment-rows.ts";

interface Paying {
  readonly payoutId: bigint;
  /** The document of the member that the payer saw. */
  readonly identity: string;
}

/**
 * Pays a withdrawal that waits at the office, whole, out of the actor's open till, and returns the
 * number of the payment. A till never gives more than it holds.
 */
export async function payWithdrawal(
  work: UnitOfWork,
  { payoutId, identity }: Paying,
): Promise<string> {
  const tillId = await requireOpenTill(work);
  const payout = await requireWaiting(work, payoutId);
  const { member_id: memberId, amount_cents: amount } = payout;
  if (amount % 100n !== 0n) throw fieldProblem("payoutId", "cash.whole");
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
  await work.run(
    `insert into counter_payment (payment_no, payout_id, member_id, till_id, amount_cents,
        paid_by, identity, entry_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [paymentNo, payout.id, memberId, tillId, amount, work.actor, identity, entryId],
  );
  const out = { tillId, kind: "payout", amount: negateCents(amount), entryId } as const;
  await moveTill(work, { ...out, movedBy: work.actor });
  await settleFromTill(work, { ...payout, receipt_no: paymentNo }, paymentNo);
  const detail = { reference: payout.reference, amount: String(amount) };
  work.audit({ action: "counter-paid", subject: receiptSubject(paymentNo), detail });
  return paymentNo;
}

async function requireWaiting(work: UnitOfWork, payoutId: bigint): Promise<Payout> {
  const payout = await lockPayout(work, payoutId);
  if (payout === null) throw new Problem("no-such-payout");
  if (await isThemselves(work, work.actor, payout.member_id)) throw new Problem("own-listing");
  if (!waitsForTill(payout)) throw new Problem("payout-state");
  if (!(await mayLeave(work, payout))) throw new Problem("not-active");
  return payout;
}

/**
 * Requests that a second person approve the reversal of a payment. Its cash comes back into the
 * open till of the person who asks.
 */
export async function requestPaymentReversal(
  work: UnitOfWork,
  paymentNo: string,
  reason: string,
): Promise<bigint> {
  const payment = await requirePaid(work, paymentNo);
  await requireOpenTill(work);
  await rejectConcerned(work, payment, work.actor);
  return requestApproval(work, {
    kind: "counter-reversal",
    subject: receiptSubject(payment.payment_no),
    about: `member:${payment.member_no}`,
    payload: { receipt: payment.payment_no },
    reason,
  });
}

async function requirePaid(work: UnitOfWork, paymentNo: string): Promise<queries.PaymentRow> {
  const payment = await queries.lockPayment(work, paymentNo);
  if (payment === null) throw new Problem("no-such-receipt");
  if (payment.is_reversed) throw new Problem("receipt-state");
  return payment;
}

async function rejectConcerned(
  work: UnitOfWork,
  { member_id: memberId }: queries.PaymentRow,
  person: string,
): Promise<void> {
  if (await isThemselves(work, person, memberId)) throw new Problem("own-listing");
}

interface Agreed {
  readonly requestedBy: string;
  readonly reason: string;
  readonly notify: Notify;
}

/** Reverses a payment as two people agreed; the withdrawal waits at the office again. */
export async function reversePayment(
  work: UnitOfWork,
  paymentNo: string,
  { requestedBy, reason, notify }: Agreed,
): Promise<void> {
  const tillId = await requireOpenTill(work, requestedBy);
  const payment = await requirePaid(work, paymentNo);
  for (const person of [requestedBy, work.actor]) await rejectConcerned(work, payment, person);
  const payout = await lockPayout(work, payment.payout_id);
  if (payout === null) throw new Error(`payment ${paymentNo} is of no payout`);
  const narration = `Payment ${payment.payment_no} reversed`;
  const entryId = await reverse(work, payment.entry_id, { narration });
  await work.run(
    `update counter_payment set reversal_id = $2, reversal_till_id = $3, reversal_asked_by = $4,
        reversal_because = $5, reversed_by = $6, reversed_at = akiba_now()
      where payment_no = $1`,
    [payment.payment_no, entryId, tillId, requestedBy, reason, work.actor],
  );
  const back = { tillId, kind: "reversal", amount: payment.amount_cents, entryId } as const;
  await moveTill(work, { ...back, movedBy: requestedBy, agreedBy: work.actor });
  await waitAgain(work, payout, payment.payment_no);
  const amount = formatMoney(payment.amount_cents);
  const params = { amount, receipt: payment.payment_no };
  await notifyMemberOf(work, payment.member_id, { template: "counter-reversed", params }, notify);
  const detail = { requestedBy, reason };
  work.audit({ action: "counter-reversed", subject: receiptSubject(payment.payment_no), detail });
}

/** The facts of a payment that an approval of its reversal covers; null once it is reversed. */
export function paymentFacts(payment: queries.PaymentRow | null): Fact[] | null {
  if (payment === null || payment.is_reversed) return null;
  return [
    { name: "receipt", value: payment.payment_no },
    { name: "amount", value: String(toWireAmount(payment.amount_cents)) },
    { name: "name", value: payment.full_name },
    { name: "memberNo", value: payment.member_no },
    { name: "reference", value: payment.reference },
    { name: "paidBy", value: payment.paid_by },
  ];
}
