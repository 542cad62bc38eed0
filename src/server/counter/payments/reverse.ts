import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { formatMoney, toWireAmount } from "#shared/money.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { notifyMemberOf } from "#server/counter/receipts/notify-member.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { receiptSubject } from "#server/oversight/approvals/subjects.ts";
import { lockPayout } from "#server/payouts/queue/payout-rows.ts";
import { waitAgain } from "#server/payouts/queue/till-payments.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { moveTill, requireOpenTill } from "#server/tills/till-book/till-book.ts";
import * as queries from "./payment-rows.ts";

/**
 * Requests that a second person approve the reversal of a payment. Its cash returns to the open
 * till of the requester.
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
