import * as z from "zod/mini";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";
import { lockReconciled } from "#server/reconciliation/lines/account-state.ts";
import { enterPayment } from "./commands.ts";
import { factsOfPayment, lockPayment } from "#server/reconciliation/lines/line-payment.ts";

interface Given {
  readonly notify: Notify;
  /** Empty without a paybill. */
  readonly ourShortCode: string;
}

/** The entry of a payment from M-Pesa's statement, which takes two people. */
export function lineApprovals({ notify, ourShortCode }: Given): ApprovalKind[] {
  return [
    approvalKind({
      name: "pay-in-line",
      payload: z.object({ line: textId }),
      lock: async (work, { line }) => {
        await lockReconciled(work, "mobile-money");
        await lockPayment(work, line);
      },
      facts: (snapshot, { line }) => factsOfPayment(snapshot, line, ourShortCode),
      carryOut: (work, { line }, by) => enterPayment(work, line, { ...by, notify, ourShortCode }),
    }),
  ];
}
