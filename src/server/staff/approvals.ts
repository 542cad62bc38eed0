import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { type ApprovalKind, approvalKind } from "#server/approvals/approval-kind.ts";
import type { Wake } from "#server/outbox/enqueue.ts";
import type { Limits } from "#server/platform/limits.ts";
import * as commands from "./commands.ts";
import { staffAt } from "./queries.ts";

interface StaffApprovalOptions {
  readonly limits: Limits;
  readonly wake: Wake;
}

const account = z.object({
  staffNo: z.pipe(
    z.string(),
    z.transform((no) => no as MemberNo),
  ),
});

/** The changes among the staff that a second person approves. */
export function staffApprovals(options: StaffApprovalOptions): ApprovalKind[] {
  return [
    approvalKind({
      name: "staff-resumption",
      payload: account,
      lock: (work, { staffNo }) => commands.lockAccount(work, staffNo),
      facts: async (snapshot, { staffNo }) => {
        const found = await staffAt(snapshot, staffNo);
        if (found?.state !== "suspended") return null;
        return [
          { name: "name", value: found.full_name },
          { name: "staffNo", value: staffNo },
          { name: "role", value: found.role },
          { name: "reason", value: found.suspended_because },
        ];
      },
      carryOut: (work, { staffNo }, { actor }) =>
        commands.resume(work, staffNo, { actor, ...options }),
    }),
  ];
}
