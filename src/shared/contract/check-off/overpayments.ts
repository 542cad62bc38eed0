import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

/** The destinations of a loan overpayment; it always goes to the member who paid it. */
export const overpaymentTargets = ["deposits", "loan", "refund"] as const;
export type OverpaymentTarget = (typeof overpaymentTargets)[number];

export const requestMove = endpoint({
  name: "overpayments.request",
  method: "POST",
  path: "/api/v1/instant-loans/:loanNo/overpayment",
  summary: "Requests that a loan overpayment be moved or refunded, which another person approves",
  audience: { kind: "staff", permission: "loans.receive" },
  params: z.object({ loanNo: fields.loanNoParam }),
  body: z.strictObject({
    amount: fields.amountGiven,
    to: z.enum(overpaymentTargets, "field.required"),
    /** Another loan of the same member, where the destination is a loan. */
    toLoanNo: z.optional(fields.loanNoParam),
    reason: office.reasonGiven,
  }),
  answer: requested,
  status: 201,
  problems: ["no-such-loan", "not-overpaid", "not-active", "own-loan", "approval-waits", "invalid"],
});
