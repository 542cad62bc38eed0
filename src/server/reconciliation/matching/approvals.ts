import * as z from "zod/mini";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";
import { lockReconciled } from "#server/reconciliation/lines/account-state.ts";
import { enterCorrection, enterPayment } from "./commands.ts";
import {
  factsOfCorrection,
  lockLineCorrection,
} from "#server/reconciliation/lines/line-correction.ts";
import { factsOfPayment, lockPayment } from "#server/reconciliation/lines/line-payment.ts";

interface Given {
  readonly notify: Notify;
  /** Empty without a paybill. */
  readonly ourShortCode: string;
}

/** The entry and the correction of a payment from M-Pesa's statement, which take two people. */
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
    approvalKind({
      name: "pay-in-correction",
      payload: z.object({ line: textId }),
      lock: async (work, { line }) => {
        await lockReconciled(work, "mobile-money");
        await lockLineCorrection(work, line);
      },
      facts: (snapshot, { line }) => factsOfCorrection(snapshot, line),
      carryOut: (work, { line: lineId }, { approvalId, requestedBy, reason }) =>
        enterCorrection(work, { lineId, approvalId, requestedBy, reason, notify }),
    }),
  ];
}
