import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { payInPurposes } from "#shared/contract/pay-ins/desk.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { isBeingReversed, lockPayIn, type PayInRow, payInByReceipt } from "./queries.ts";

const placing = z.object({
  receipt: z.string(),
  to: z.enum(payInPurposes),
  memberNo: z.optional(z.string()),
  loanNo: z.optional(z.string()),
});
const reversing = z.object({ receipt: z.string() });
const moving = z.object({ receipt: z.string() });
const returning = z.object({ receipt: z.string(), returnReceipt: z.string() });

/** The decisions about a payment by M-Pesa, which one person proposes and another approves. */
export function payInApprovals({ notify }: { readonly notify: Notify }): ApprovalKind[] {
  return [
    approvalKind({
      name: "pay-in-placement",
      payload: placing,
      lock: commands.lockPlacement,
      facts: async (snapshot, given) => {
        const found = await commands.findPlacement(snapshot, given);
        return found instanceof Problem ? null : placementFacts(found, given);
      },
      carryOut: (work, given, { requestedBy }) =>
        commands.place(work, given, { requestedBy, reason: "", notify }),
    }),
    approvalKind({
      name: "pay-in-move",
      payload: moving,
      lock: commands.lockMove,
      facts: async (snapshot, given) => {
        const found = await commands.findMove(snapshot, given);
        if (found instanceof Problem) return null;
        const { payIn } = found;
        return [...paymentFacts(payIn), ...memberFacts(payIn.full_name, payIn.member_no)];
      },
      carryOut: (work, given, { requestedBy, reason }) =>
        commands.move(work, given, { requestedBy, reason, notify }),
    }),
    approvalKind({
      name: "pay-in-return",
      payload: returning,
      lock: (work, { receipt }) => lockPayIn(work, receipt),
      facts: async (snapshot, { receipt, returnReceipt }) => {
        const payIn = await payInByReceipt(snapshot, receipt);
        if (payIn?.state !== "suspense") return null;
        return [...paymentFacts(payIn), { name: "returnReceipt", value: returnReceipt }];
      },
      carryOut: (work, given, { requestedBy, reason }) =>
        commands.giveBack(work, given, { requestedBy, reason, notify }),
    }),
    approvalKind({
      name: "pay-in-reversal",
      payload: reversing,
      lock: (work, { receipt }) => lockPayIn(work, receipt),
      facts: async (snapshot, { receipt }) => {
        const payIn = await payInByReceipt(snapshot, receipt);
        if (payIn?.state !== "suspense") return null;
        return (await isBeingReversed(snapshot, payIn.id)) ? null : paymentFacts(payIn);
      },
      carryOut: (work, { receipt }, by) => commands.reverse(work, receipt, by),
    }),
  ];
}

function paymentFacts(payIn: PayInRow): Fact[] {
  return [
    { name: "receipt", value: payIn.receipt_no },
    { name: "amount", value: String(toWireAmount(payIn.amount_cents)) },
    { name: "payInAccount", value: payIn.account_text },
    { name: "payInSender", value: [payIn.sender_name, payIn.sender_number].join(" ").trim() },
  ];
}

function memberFacts(fullName: string, memberNo: string): Fact[] {
  return [
    { name: "name", value: fullName },
    { name: "memberNo", value: memberNo },
  ];
}

function placementFacts({ payIn, target }: commands.Placement, { to }: commands.Placing): Fact[] {
  const onLoan: Fact[] =
    target.loan_no === null
      ? []
      : [
          { name: "loanNo", value: target.loan_no },
          { name: "owed", value: String(toWireAmount(target.owed_cents)) },
        ];
  return [
    ...paymentFacts(payIn),
    ...memberFacts(target.full_name, target.member_no),
    { name: "destination", value: to },
    ...onLoan,
  ];
}
