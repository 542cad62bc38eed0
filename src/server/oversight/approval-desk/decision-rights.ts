import {
  type ApprovalKindName,
  type ApprovalKindRule,
  approvalKinds,
} from "#shared/approval-kinds.ts";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { roleMay, type StaffRole } from "#shared/permissions.ts";
import { sha256 } from "#server/kernel/platform/random.ts";

/** Whether a role may approve or reject requests of a kind. */
export function mayDecideKind(role: StaffRole | null, kind: ApprovalKindName): boolean {
  return role !== null && roleMay(role, approvalKinds[kind].permission);
}

/** Whether only somebody whose role is not new may approve or reject requests of a kind. */
export function needsOldRole(kind: ApprovalKindName): boolean {
  const { movesMoney, changesAccount = false }: ApprovalKindRule = approvalKinds[kind];
  return movesMoney || changesAccount;
}

/** Returns the digest of a request and the facts that were shown with it. */
export function digestOf(id: bigint, facts: readonly Fact[]): string {
  const shown = [String(id), ...facts.map(({ name, value }) => [name, value])];
  return Buffer.from(sha256(JSON.stringify(shown))).toString("base64url");
}
