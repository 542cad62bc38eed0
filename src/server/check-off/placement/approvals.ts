import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { placements } from "#shared/contract/check-off/files.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";
import * as commands from "./commands.ts";

const wish = z.object({
  batch: textId,
  row: textId,
  to: z.enum(placements),
  loanNo: z.optional(z.string()),
  memberNo: z.optional(z.string()),
});

/** The destination of money in suspense, which one person proposes and another approves. */
export function checkOffPlacementApprovals({
  notify,
}: {
  readonly notify: Notify;
}): ApprovalKind[] {
  return [
    approvalKind({
      name: "check-off-placement",
      payload: wish,
      lock: commands.lockTarget,
      facts: async (snapshot, given) => {
        const found = await commands.findPlacement(snapshot, given);
        return found instanceof Problem ? null : placementFacts(found, given);
      },
      carryOut: (work, given, { requestedBy }) =>
        commands.place(work, given, { requestedBy, notify }),
    }),
  ];
}

function placementFacts(
  { line, amount, memberNo, fullName, loan }: commands.Placement,
  { to, row }: commands.Wish,
): Fact[] {
  const onLoan: Fact[] =
    loan === null
      ? []
      : [
          { name: "loanNo", value: loan.loanNo },
          { name: "owed", value: String(toWireAmount(loan.owed)) },
        ];
  return [
    { name: "name", value: fullName },
    { name: "memberNo", value: memberNo },
    { name: "amount", value: String(toWireAmount(amount)) },
    { name: "destination", value: to },
    ...onLoan,
    { name: "file", value: line.file_name },
    { name: "month", value: line.month },
    { name: "line", value: [`${row}: ${line.member_no}`, line.note].filter(Boolean).join(", ") },
  ];
}
