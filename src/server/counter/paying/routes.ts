import * as contract from "#shared/contract/counter/paying.ts";
import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import { payByCode, requestPayment, sendCodeForPayment } from "#server/counter/payments/pay.ts";
import { requestPaymentReversal } from "#server/counter/payments/reverse.ts";
import {
  type PaymentRow,
  paymentsOf,
  waitingFor,
  type WaitingRow,
} from "#server/counter/payments/payment-rows.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { payoutSubject } from "#server/oversight/approvals/subjects.ts";
import {
  type WaitingRequest,
  waitingRequests,
} from "#server/oversight/approvals/waiting-requests.ts";

interface PayingOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
}

/** Withdrawals paid in cash out of one's own till. */
export function payingRoutes(options: PayingOptions): Mounted[] {
  return [...mountList(), ...mountPayments(options)];
}

function mountList(): Mounted[] {
  return [
    mountRead(contract.payments, async (snapshot, { actor }) => {
      const requester = actorName(actor);
      const waiting = await waitingFor(snapshot, requester);
      const paid = await paymentsOf(snapshot, requester);
      const subjects = waiting.map((row) => payoutSubject(row.payout_id));
      const requests = await waitingRequests(snapshot, "counter-payment", { subjects, requester });
      const bySubject = new Map(requests.map((one) => [one.subject, one]));
      return {
        waiting: waiting.map((row) =>
          presentWaiting(row, bySubject.get(payoutSubject(row.payout_id))),
        ),
        paid: paid.map(presentPayment),
      };
    }),
  ];
}

function mountPayments({ limits, secret, notify }: PayingOptions): Mounted[] {
  return [
    mountWrite(contract.paymentCode, {
      handle: async (work, { body: { payoutId }, ip }) => {
        const times = await sendCodeForPayment(work, payoutId, { ip, limits, notify });
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountWrite(contract.pay, {
      handle: async (work, { body: { otp, ...paying }, ip }) => {
        const paymentNo = await payByCode(work, paying, { otp, ip, secret, limits });
        return paymentNo instanceof Problem ? paymentNo : { paymentNo };
      },
    }),
    mountWrite(contract.requestPayment, {
      handle: async (work, { body }) => ({ approvalId: String(await requestPayment(work, body)) }),
    }),
    mountWrite(contract.reversePayment, {
      handle: async (work, { params: { payment }, body: { reason } }) => ({
        approvalId: String(await requestPaymentReversal(work, payment, reason)),
      }),
    }),
  ];
}

const presentWaiting = (row: WaitingRow, request: WaitingRequest | undefined) => ({
  payoutId: String(row.payout_id),
  reference: row.reference,
  memberNo: row.member_no,
  name: row.full_name,
  mobile: maskedMobile(row.mobile_number),
  hasPhone: row.has_phone,
  amount: toWireAmount(row.amount_cents),
  ...(request !== undefined && {
    request: { id: request.id, by: request.by, yours: request.yours },
  }),
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
