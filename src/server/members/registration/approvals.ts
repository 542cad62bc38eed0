import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import { stored, storedDate, textCents } from "#server/kernel/platform/row-fields.ts";
import { confirmSavings } from "./commands.ts";
import { openDay, savingMember } from "./queries.ts";

const savings = z.object({
  memberNo: stored<MemberNo>(),
  amount: textCents,
  date: storedDate,
});

/** Opening savings that one person may not record alone. */
export function registrationApprovals(): ApprovalKind[] {
  return [
    approvalKind({
      name: "opening-savings",
      payload: savings,
      // Locks the member, so that an exit is paid either before or after.
      lock: async (work, { memberNo }) => {
        await work.run("select from member where member_no = $1 for share", [memberNo]);
      },
      facts: async (snapshot, { memberNo, amount, date }) => {
        const member = await savingMember(snapshot, memberNo);
        if (member === null) return null;
        return [
          { name: "name", value: member.full_name },
          { name: "memberNo", value: memberNo },
          { name: "amount", value: String(toWireAmount(amount)) },
          { name: "date", value: await openDay(snapshot, date) },
        ];
      },
      carryOut: (work, given, { requestedBy }) => confirmSavings(work, given, requestedBy),
    }),
  ];
}
