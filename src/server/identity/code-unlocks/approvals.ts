import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import { lockCounts, openCodes } from "#server/identity/one-time-codes/code-lock.ts";
import { stored } from "#server/kernel/platform/row-fields.ts";
import { codesOf } from "./queries.ts";

const opening = z.object({
  memberNo: stored<MemberNo>(),
});

/** Opening closed codes, which needs a second person's approval. */
export function codeOpeningApprovals(): ApprovalKind[] {
  return [
    approvalKind({
      name: "codes-opening",
      payload: opening,
      lock: (work, { memberNo }) => lockCounts(work, memberNo),
      facts: async (snapshot, { memberNo }) => {
        const found = await codesOf(snapshot, memberNo, "");
        if (found === null || found.closed_until === null) return null;
        return [
          { name: "name", value: found.full_name },
          { name: "memberNo", value: memberNo },
          { name: "closedAt", value: found.closed_at ?? "" },
          { name: "closedUntil", value: found.closed_until },
        ];
      },
      carryOut: (work, { memberNo }) => openCodes(work, memberNo),
    }),
  ];
}
