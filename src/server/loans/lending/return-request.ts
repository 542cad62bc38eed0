import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";

const kinds = ["loan-approval-return", "loan-disbursement-reversal"] as const;

/**
 * Returns the request that waits to return the approval or to reverse the disbursement of a loan;
 * null if there is none.
 */
export async function takingBack(snapshot: Snapshot, loanNo: string, requester: string) {
  for (const kind of kinds) {
    const [found] = await waitingRequests(snapshot, kind, {
      subjects: [`loan:${loanNo}`],
      requester,
    });
    if (found) return { approvalId: found.id, by: found.by, yours: found.yours };
  }
  return null;
}
