import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

/** The outcomes of an approved loan whose approval is returned. */
export const returnOutcomes = ["queue", "declined"] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];

const aLoan = z.object({ loanNo: fields.loanNoParam });

const problems = [
  "no-such-loan",
  "loan-state",
  "own-loan",
  "approval-waits",
  "shown-changed",
  "invalid",
] as const;

export const approval = endpoint({
  name: "loan-returns.approval",
  method: "POST",
  path: "/api/v1/instant-loans/:loanNo/approval-return",
  summary:
    "Requests that an approval be returned (loan requeued or declined); another person approves",
  audience: { kind: "staff", permission: "loans.return" },
  params: aLoan,
  body: z.strictObject({
    outcome: z.enum(returnOutcomes, "field.required"),
    /** For staff; the member sees it where the loan is declined. */
    reason: office.longReason,
    shownDigest: office.shownDigest,
  }),
  answer: requested,
  status: 201,
  problems,
});

export const disbursement = endpoint({
  name: "loan-returns.disbursement",
  method: "POST",
  path: "/api/v1/instant-loans/:loanNo/disbursement-reversal",
  summary:
    "Requests the reversal of a disbursement that has not been sent; another person approves",
  audience: { kind: "staff", permission: "loans.disburse" },
  params: aLoan,
  /** The reason is for staff; the member's statement does not show it. */
  body: z.strictObject({ reason: office.longReason, shownDigest: office.shownDigest }),
  answer: requested,
  status: 201,
  problems: [...problems, "loan-repaid", "loan-money-left"],
});
