import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { overpaymentTargets } from "#shared/contract/check-off/overpayments.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { textCents } from "#server/kernel/platform/row-fields.ts";
import * as commands from "./commands.ts";
import { overpaidOn } from "./queries.ts";

const wish = z.object({
  loanNo: z.string(),
  amount: textCents,
  to: z.enum(overpaymentTargets),
  toLoanNo: z.optional(z.string()),
});

/** The destination of an overpayment, which one person requests and another approves. */
export function overpaymentApprovals({ notify }: { readonly notify: Notify }): ApprovalKind[] {
  return [
    approvalKind({
      name: "loan-overpayment",
      payload: wish,
      lock: commands.lock,
      facts: async (snapshot, given) => {
        const found = await commands.findMove(snapshot, given);
        return found instanceof Problem ? null : factsOf(found, given);
      },
      carryOut: (work, given, { requestedBy }) =>
        commands.carryOut(work, given, { requestedBy, notify }),
    }),
  ];
}

function factsOf({ from, toLoan }: commands.Move, { amount, to }: commands.Wish): Fact[] {
  const onLoan: Fact[] =
    toLoan === null
      ? []
      : [
          { name: "toLoan", value: toLoan.loan_no },
          { name: "owed", value: String(toWireAmount(toLoan.balance_cents)) },
        ];
  return [
    { name: "name", value: from.full_name },
    { name: "memberNo", value: from.member_no },
    { name: "loanNo", value: from.loan_no },
    { name: "over", value: String(toWireAmount(overpaidOn(from))) },
    { name: "amount", value: String(toWireAmount(amount)) },
    { name: "overpaymentTo", value: to },
    ...onLoan,
  ];
}
