import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { holdBatch } from "#server/check-off/payroll/batch.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";
import { reversePlacement } from "./commands.ts";
import { type PlacedLine, placedLine } from "./queries.ts";

const payload = z.object({ batch: textId, row: textId, placement: textId });

/** The reversal of money placed out of suspense, which one person requests and another approves. */
export function placementReversalApprovals({
  notify,
}: {
  readonly notify: Notify;
}): ApprovalKind[] {
  return [
    approvalKind({
      name: "check-off-placement-reversal",
      payload,
      lock: async (work, { batch }) => {
        await holdBatch(work, batch, "posted");
      },
      facts: async (snapshot, { batch, row, placement }) => {
        const placed = await placedLine(snapshot, batch, row);
        return placed === null || placed.id !== placement ? null : factsOf(placed, row);
      },
      carryOut: (work, given, { requestedBy, reason }) =>
        reversePlacement(work, given, { requestedBy, reason, notify }),
    }),
  ];
}

function factsOf(placed: PlacedLine, row: bigint): Fact[] {
  return [
    { name: "name", value: placed.full_name },
    { name: "memberNo", value: placed.member_no },
    { name: "amount", value: String(toWireAmount(placed.amount_cents)) },
    { name: "destination", value: placed.destination },
    ...(placed.loan_no === "" ? [] : [{ name: "loanNo" as const, value: placed.loan_no }]),
    { name: "file", value: placed.file_name },
    { name: "month", value: placed.month },
    { name: "line", value: [`${row}: ${placed.line_no}`, placed.note].filter(Boolean).join(", ") },
  ];
}
