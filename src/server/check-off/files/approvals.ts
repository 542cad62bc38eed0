import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import {
  allowRepeat,
  factsOfRepeat,
  repeatedFile,
} from "#server/check-off/payroll/repeat-approval.ts";

/** A file that looks like an earlier one, which two people may insist on importing. */
export function checkOffApprovals(): ApprovalKind[] {
  return [
    approvalKind({
      name: "check-off-repeat",
      payload: repeatedFile,
      lock: async (work, { earlier }) => {
        await work.run("select from check_off_batch where id = $1 for share", [earlier]);
      },
      facts: factsOfRepeat,
      carryOut: allowRepeat,
    }),
  ];
}
