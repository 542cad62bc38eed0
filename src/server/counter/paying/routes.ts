import * as contract from "#shared/contract/counter/paying.ts";
import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import { payWithdrawal, requestPaymentReversal } from "#server/counter/payments/pay.ts";
import {
  type PaymentRow,
  paymentsOf,
  waitingFor,
  type WaitingRow,
} from "#server/counter/payments/payment-rows.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";

/** Withdrawals paid in cash out of one's own till. */
export function payingRoutes(): Mounted[] {
  return [
    mountRead(contract.payments, async (snapshot, { actor }) => {
      const person = actorName(actor);
      const waiting = await waitingFor(snapshot, person);
      const paid = await paymentsOf(snapshot, person);
      return { waiting: waiting.map(presentWaiting), paid: paid.map(presentPayment) };
    }),
    mountWrite(contract.pay, {
      handle: async (work, { body }) => ({ paymentNo: await payWithdrawal(work, body) }),
    }),
    mountWrite(contract.reversePayment, {
      handle: async (work, { params: { payment }, body: { reason } }) => ({
        approvalId: String(await requestPaymentReversal(work, payment, reason)),
      }),
    }),
  ];
}

const presentWaiting = (row: WaitingRow) => ({
  payoutId: String(row.payout_id),
  reference: row.reference,
  memberNo: row.member_no,
  name: row.full_name,
  mobile: maskedMobile(row.mobile_number),
  amount: toWireAmount(row.amount_cents),
});

const presentPayment = (row: PaymentRow) => ({
  paymentNo: row.payment_no,
  reference: row.reference,
  memberNo: row.member_no,
  name: row.full_name,
  amount: toWireAmount(row.amount_cents),
  paidAt: row.paid_at.toISOString(),
  isReversed: row.is_reversed,
});
