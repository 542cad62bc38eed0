import type { Fact } from "#shared/contract/oversight/approvals.ts";
import type { ApprovalKind } from "#server/oversight/approvals/approval-kind.ts";
import {
  type ApprovalStep,
  notifyOfApproval,
} from "#server/oversight/approvals/notify-of-approval.ts";
import { rejectNewRole, type SignedIn } from "#server/kernel/http/actor.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { type ApprovalRow, lockApproval } from "./queries.ts";
import { digestOf, mayDecideKind, needsOldRole } from "./decision-rights.ts";

/** The kinds of the product by their names. */
export type ApprovalKinds = ReadonlyMap<string, ApprovalKind>;

interface Decision {
  readonly id: bigint;
  readonly actor: SignedIn;
  readonly kinds: ApprovalKinds;
  readonly notify: Notify;
}

/**
 * Approves a request and carries its step out. `digest` covers the facts that the approver saw;
 * throws `approval-changed` if they changed.
 */
export async function approve(
  work: UnitOfWork,
  { digest, ...decision }: Decision & { readonly digest: string },
): Promise<void> {
  const row = await lockForDecision(work, decision);
  const kind = kindOf(decision.kinds, row);
  const payload = kind.payload.parse(row.payload);
  await kind.lock?.(work, payload);
  const facts = await kind.facts(work, payload);
  if (facts === null) throw new Problem("approval-state");
  if (digestOf(row.id, facts) !== digest) throw new Problem("approval-changed");
  await decide(work, row, { state: "approved", reason: "", facts });
  await notifyOfStep(work, row, "approved", decision);
  const { requested_by: requestedBy, reason } = row;
  const by = { actor: decision.actor, requestedBy, reason, approvalId: row.id };
  await kind.carryOut(work, payload, by);
}

/** Rejects a request that somebody else made. */
export async function reject(
  work: UnitOfWork,
  { reason, ...decision }: Decision & { readonly reason: string },
): Promise<void> {
  const row = await lockForDecision(work, decision);
  await end(work, row, { state: "rejected", reason, ...decision });
}

/** Withdraws a request; only by the person who made it. */
export async function withdraw(work: UnitOfWork, { id, ...rest }: Omit<Decision, "actor">) {
  const row = await lockWaiting(work, id);
  if (!row.is_requester) throw new Problem("approval-two-people");
  await end(work, row, { state: "withdrawn", reason: "", ...rest });
}

async function lockForDecision(work: UnitOfWork, { id, actor }: Decision): Promise<ApprovalRow> {
  const row = await lockWaiting(work, id);
  if (!mayDecideKind(actor.role, row.kind)) throw new Problem("staff-only");
  if (needsOldRole(row.kind)) rejectNewRole(actor);
  if (row.is_requester) throw new Problem("approval-two-people");
  if (row.is_about) throw new Problem("own-account");
  return row;
}

async function lockWaiting(work: UnitOfWork, id: bigint): Promise<ApprovalRow> {
  const row = await lockApproval(work, id);
  if (row === null) throw new Problem("no-such-approval");
  if (row.state !== "waiting") throw new Problem("approval-state");
  return row;
}

/** The kind of a request; every kind of the list is registered in app.ts. */
export function kindOf(kinds: ApprovalKinds, { kind }: Pick<ApprovalRow, "kind">): ApprovalKind {
  const found = kinds.get(kind);
  if (found === undefined) throw new Error(`approval kind ${kind} is not registered`);
  return found;
}

interface Ending extends Pick<Decision, "kinds" | "notify"> {
  readonly state: "rejected" | "withdrawn";
  readonly reason: string;
}

async function end(work: UnitOfWork, row: ApprovalRow, { state, reason, ...rest }: Ending) {
  const kind = kindOf(rest.kinds, row);
  const payload = kind.payload.parse(row.payload);
  const facts = (await kind.facts(work, payload)) ?? [];
  await decide(work, row, { state, reason, facts });
  await notifyOfStep(work, row, state, rest);
  await kind.release?.(work, payload);
}

async function notifyOfStep(
  work: UnitOfWork,
  row: ApprovalRow,
  step: ApprovalStep,
  { kinds, notify }: Pick<Decision, "kinds" | "notify">,
): Promise<void> {
  const kind = kindOf(kinds, row);
  const news = kind.news?.(kind.payload.parse(row.payload));
  if (news === undefined) return;
  await notifyOfApproval(work, step, { ...news, requestedBy: row.requested_by }, notify);
}

interface Outcome {
  readonly state: "approved" | "rejected" | "withdrawn";
  readonly reason: string;
  readonly facts: readonly Fact[];
}

async function decide(work: UnitOfWork, row: ApprovalRow, { state, reason, facts }: Outcome) {
  await work.run(
    `update approval set state = $2, decided_by = $3, decided_at = akiba_now(),
        decided_because = $4, facts = $5::jsonb
      where id = $1 and state = 'waiting'`,
    [row.id, state, work.actor, reason, JSON.stringify(facts)],
  );
  const told = reason === "" ? {} : { reason };
  const detail = { kind: row.kind, approval: String(row.id), requestedBy: row.requested_by };
  work.audit({ action: `approval-${state}`, subject: row.subject, detail: { ...detail, ...told } });
}
