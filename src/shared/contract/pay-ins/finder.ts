import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { promptDestinations } from "#shared/pay-in-prompts.ts";

/**
 * Where a payment of the member is: in their accounts, in suspense with the office, removed from
 * their accounts again, sent back, paid according to M-Pesa's query but still without a receipt, or
 * paid to them by the society.
 */
export const foundStates = [
  "credited",
  "office",
  "moved",
  "returned",
  "awaited",
  "paid-out",
] as const;

export const find = endpoint({
  name: "payIns.find",
  method: "POST",
  path: "/api/v1/pay-ins/searches",
  summary: "Finds payments by and to the member by M-Pesa's code, or by amount and day",
  audience: { kind: "member" },
  body: z.strictObject({
    receipt: z.optional(fields.receiptGiven),
    /** With the day, if no code is given. */
    amount: z.optional(fields.amountGiven),
    day: z.optional(fields.dayParam),
  }),
  answer: z.object({
    found: z.array(
      z.object({
        /** Empty while it is awaited. */
        receipt: z.string(),
        amount: fields.amount,
        paidOn: fields.day,
        state: z.enum(foundStates),
        /** Our reference of a payment to the member, such as a loan; empty for other payments. */
        reference: z.string(),
        parts: z.array(
          z.object({
            to: z.enum(promptDestinations),
            amount: fields.amount,
            loanNo: z.string(),
            refunded: fields.amount,
          }),
        ),
      }),
    ),
    /** The last day of the M-Pesa statements that the office has; empty without any. */
    statementsTo: fields.dayOrNone,
  }),
  problems: ["receipts-hour", "invalid"],
});
