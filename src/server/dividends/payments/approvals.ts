import * as z from "zod/mini";
import { heldDestinations } from "#shared/dividend-part-places.ts";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { heldPartOf, sendHeldPart } from "#server/payouts/queue/held-parts.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";

const sending = z.object({
  year: z.int(),
  memberNo: z.string(),
  part: textId,
  destination: z.enum(heldDestinations),
  voucher: z.string(),
});

type Sending = z.output<typeof sending>;

/** Parts of a dividend that are on hold, which two people send elsewhere. */
export function dividendPaymentApprovals({ notify }: { readonly notify: Notify }): ApprovalKind[] {
  return [
    approvalKind({
      name: "dividend-part",
      payload: sending,
      facts: factsOf,
      carryOut: async (work, given) => {
        const part = await heldPartOf(work, given.year, given.memberNo, given.part);
        if (part === null) throw new Problem("approval-changed");
        await sendHeldPart(work, part, { to: given.destination, voucher: given.voucher }, notify);
      },
    }),
  ];
}

/** The effect of sending a part elsewhere; null if the part has gone already. */
async function factsOf(snapshot: Snapshot, given: Sending): Promise<readonly Fact[] | null> {
  const part = await heldPartOf(snapshot, given.year, given.memberNo, given.part);
  if (part === null) return null;
  return [
    { name: "memberName", value: part.full_name },
    { name: "memberNo", value: part.member_no },
    { name: "dividendYear", value: String(part.year) },
    { name: "amount", value: String(toWireAmount(part.amount_cents)) },
    { name: "heldBecause", value: part.reason },
    { name: "destination", value: given.destination },
    { name: "receipt", value: given.voucher },
  ];
}
