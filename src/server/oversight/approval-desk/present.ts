import type { Fact } from "#shared/contract/oversight/approvals.ts";
import type { ApprovalKinds } from "./commands.ts";
import { kindOf } from "./commands.ts";
import type { SignedIn } from "#server/kernel/http/actor.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import type { ApprovalRow } from "./queries.ts";
import { digestOf, mayDecideKind } from "./decision-rights.ts";

/** Returns the facts of a request: the current ones while it waits, the decided ones afterwards. */
export async function factsOf(
  snapshot: Snapshot,
  row: ApprovalRow,
  kinds: ApprovalKinds,
): Promise<readonly Fact[]> {
  if (row.facts !== null) return row.facts;
  const kind = kindOf(kinds, row);
  return (await kind.facts(snapshot, kind.payload.parse(row.payload))) ?? [];
}

/** A request as the contract names it. */
export function presentApproval(row: ApprovalRow, facts: readonly Fact[], requester: SignedIn) {
  const mayDecide = mayDecideKind(requester.role, row.kind) && !row.is_requester && !row.is_about;
  return {
    id: String(row.id),
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    facts: [...facts],
    digest: digestOf(row.id, facts),
    reason: row.reason,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by ?? "",
    decidedAt: row.decided_at?.toISOString() ?? "",
    decidedBecause: row.decided_because,
    isOwn: row.is_requester,
    mayDecide: row.state === "waiting" && facts.length > 0 && mayDecide,
  };
}
