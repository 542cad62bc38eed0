import * as z from "zod/mini";
import { payoutChannels } from "#shared/payout-ways.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { loanStep } from "./life.ts";

const byStaff = (permission: "loans.decide" | "loans.disburse") =>
  ({ kind: "staff", permission }) as const;

/** The digest that the loan's file carries: a decision covers exactly what was shown. */
const shown = z.strictObject({ shownDigest: office.shownDigest });

export const approval = loanStep(
  "approval",
  "Approve an application, which somebody else then pays out",
  byStaff("loans.decide"),
  shown,
);

export const decline = loanStep(
  "decline",
  "Decline an application with a reason, which its member sees",
  byStaff("loans.decide"),
  z.strictObject({ reason: office.longReason, shownDigest: office.shownDigest }),
);

export const disbursement = loanStep(
  "disbursement",
  "Pay out an approved loan: its posting, its schedule, and its payment by phone or by the office",
  byStaff("loans.disburse"),
  z.strictObject({
    shownDigest: office.shownDigest,
    /** By default the phone; the office pays amounts that cannot go there. */
    channel: z.optional(z.enum(payoutChannels, "field.invalid")),
  }),
);
