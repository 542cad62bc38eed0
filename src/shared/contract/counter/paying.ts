import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

const payer = { kind: "staff", permission: "counter.receive" } as const;
const path = "/api/v1/counter/payments";

const payment = {
  paymentNo: z.string(),
  /** The withdrawal that it paid. */
  reference: z.string(),
  memberNo: z.string(),
  name: z.string(),
  amount: fields.amount,
  /** An instant. */
  paidAt: z.string(),
  isReversed: z.boolean(),
};

export const payments = endpoint({
  name: "counter.payments",
  method: "GET",
  path,
  summary: "Lists withdrawals that wait for cash at the counter, and payments of one's own till",
  audience: payer,
  subject: "call",
  answer: z.object({
    waiting: z.array(
      z.object({
        payoutId: z.string(),
        reference: z.string(),
        memberNo: z.string(),
        name: z.string(),
        /** Masked. */
        mobile: z.string(),
        /** Whether a code can be sent to it: it is confirmed and not about to change. */
        hasPhone: z.boolean(),
        amount: fields.amount,
        /** A request to pay without a code that waits for a second person. */
        request: z.optional(z.object({ id: z.string(), by: z.string(), yours: z.boolean() })),
      }),
    ),
    paid: z.array(z.object(payment)),
  }),
});

const cannotPay = [
  "till-none",
  "no-such-payout",
  "payout-state",
  "own-listing",
  "not-active",
] as const;

/** The document of the member that the payer saw. */
const identity = z
  .string("field.required" satisfies FieldProblem)
  .check(
    z.trim(),
    z.minLength(3, "field.required" satisfies FieldProblem),
    z.maxLength(60, "field.long" satisfies FieldProblem),
  );

export const paymentCode = endpoint({
  name: "counter.paymentCode",
  method: "POST",
  path: `${path}/code`,
  summary: "Sends the member the code by which the caller pays their withdrawal in cash",
  audience: payer,
  body: z.strictObject({ payoutId: fields.idParam }),
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: [...cannotPay, "payment-unconfirmed", ...cannotSend, "invalid"],
});

export const pay = endpoint({
  name: "counter.pay",
  method: "POST",
  path,
  summary: "Pays a withdrawal in cash out of one's own open till, by the code sent to its member",
  audience: payer,
  body: z.strictObject({ payoutId: fields.idParam, identity, otp: fields.otp }),
  answer: z.object({ paymentNo: z.string() }),
  status: 201,
  problems: [...cannotPay, "not-enough", "otp-refused", "invalid"],
});

export const requestPayment = endpoint({
  name: "counter.requestPayment",
  method: "POST",
  path: `${path}/requests`,
  summary: "Requests that a second person agree to pay a member who has no phone with them",
  audience: payer,
  body: z.strictObject({ payoutId: fields.idParam, identity, reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: [...cannotPay, "approval-waits", "invalid"],
});

export const reversePayment = endpoint({
  name: "counter.reversePayment",
  method: "POST",
  path: `${path}/:payment/reversal`,
  summary: "Requests that a payment be reversed; its cash comes back into one's own till",
  audience: payer,
  params: z.object({ payment: fields.receiptGiven }),
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: [
    "no-such-receipt",
    "receipt-state",
    "till-none",
    "approval-waits",
    "own-listing",
    "invalid",
  ],
});

/** Every call about cash that a till pays out. */
export const payingCalls = [payments, paymentCode, pay, requestPayment, reversePayment];
