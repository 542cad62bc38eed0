import * as z from "zod/mini";
import { toWireAmount } from "#shared/money.ts";
import { payAsAgreed } from "#server/counter/payments/pay.ts";
import { waitingAt } from "#server/counter/payments/payment-rows.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import { lockPayout } from "#server/payouts/queue/payout-rows.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";

const paying = z.object({ payout: textId, identity: z.string() });

/** Cash for a member who cannot give a code: one person requests it, another approves. */
export function payingApprovals(): ApprovalKind[] {
  return [
    approvalKind({
      name: "counter-payment",
      payload: paying,
      lock: async (work, { payout }) => {
        await lockPayout(work, payout);
      },
      facts: async (snapshot, { payout, identity }) => {
        const row = await waitingAt(snapshot, payout);
        if (row === null) return null;
        return [
          { name: "name", value: row.full_name },
          { name: "memberNo", value: row.member_no },
          { name: "amount", value: String(toWireAmount(row.amount_cents)) },
          { name: "reference", value: row.reference },
          { name: "identitySeen", value: identity },
        ];
      },
      carryOut: (work, { payout: payoutId, identity }, by) =>
        payAsAgreed(work, { payoutId, identity }, by),
    }),
  ];
}
