import * as z from "zod/mini";
import type { ApprovalKindName } from "#shared/approval-kinds.ts";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import type { SignedIn } from "#server/kernel/http/actor.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import type { ApprovalNews } from "./notify-of-approval.ts";

/** The two people behind a step that is being carried out. */
export interface ApprovedBy {
  /** The second person, who approves. */
  readonly actor: SignedIn;
  /** The first person, as the audit log names them. */
  readonly requestedBy: string;
  readonly reason: string;
  /** The number of the request, for a receipt or an audit record. */
  readonly approvalId: bigint;
}

/** One kind of step that needs a second person: its text and how it is carried out. */
export interface ApprovalKind<Payload = unknown> {
  readonly name: ApprovalKindName;
  /** The shape of what is stored with a request. Only JSON; amounts are cents as text. */
  readonly payload: z.ZodMiniType<Payload>;
  /** Locks the rows that decide what the step does, so that the facts hold until the commit. */
  readonly lock?: (work: UnitOfWork, payload: Payload) => Promise<void>;
  /**
   * Returns what the step would do now; null if it can no longer happen. The second person approves
   * these lines: an approval fails if any of them has changed.
   */
  readonly facts: (snapshot: Snapshot, payload: Payload) => Promise<readonly Fact[] | null>;
  /** Carries the step out in the unit of work of its approval; throws if it may not happen. */
  readonly carryOut: (work: UnitOfWork, payload: Payload, by: ApprovedBy) => Promise<void>;
  /** The SMS to the office about a decision; left out if none is sent. */
  readonly news?: (payload: Payload) => ApprovalNews;
  /** Undoes what the request itself had set aside, once it is rejected or withdrawn. */
  readonly release?: (work: UnitOfWork, payload: Payload) => Promise<void>;
}

/** Declares a kind, so that its payload is checked where it is written. */
export function approvalKind<Payload>(kind: ApprovalKind<Payload>): ApprovalKind {
  return kind as ApprovalKind;
}
