import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
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
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({
    waiting: z.array(
      z.object({
        payoutId: z.string(),
        reference: z.string(),
        memberNo: z.string(),
        name: z.string(),
        /** Masked. */
        mobile: z.string(),
        amount: fields.amount,
      }),
    ),
    paid: z.array(z.object(payment)),
  }),
});

export const pay = endpoint({
  name: "counter.pay",
  method: "POST",
  path,
  summary: "Pays a withdrawal that waits at the office in cash, out of one's own open till",
  audience: payer,
  params: fields.nothing,
  body: z.strictObject({
    payoutId: fields.idParam,
    /** The document of the member that the payer saw. */
    identity: z
      .string("field.required" satisfies FieldProblem)
      .check(
        z.trim(),
        z.minLength(3, "field.required" satisfies FieldProblem),
        z.maxLength(60, "field.long" satisfies FieldProblem),
      ),
  }),
  answer: z.object({ paymentNo: z.string() }),
  status: 201,
  problems: [
    "till-none",
    "no-such-payout",
    "payout-state",
    "own-listing",
    "not-active",
    "not-enough",
    "invalid",
  ],
});

export const reversePayment = endpoint({
  name: "counter.reversePayment",
  method: "POST",
  path: `${path}/:payment/reversal`,
  summary: "Requests that a payment be reversed; its cash comes back into one's own till",
  audience: payer,
  params: z.object({ payment: fields.receiptGiven }),
  body: z.strictObject({ reason: fields.reasonGiven }),
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
