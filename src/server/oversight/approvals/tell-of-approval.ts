import { officeName, tellOfficeAbout } from "#server/messaging/outbox/tell-office.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

export type ApprovalStep = "requested" | "approved" | "rejected" | "withdrawn";

/** What the office is told of a request, and whom it is about, as an actor. */
export interface ApprovalNews {
  /** What would happen, to go on from "to": "make CL2 treasurer". */
  readonly what: string;
  readonly about: string;
}

/** Tells the office of a request or of what became of it, with the names of both people. */
export async function tellOfApproval(
  work: UnitOfWork,
  step: ApprovalStep,
  { what, about, requestedBy }: ApprovalNews & { readonly requestedBy: string },
  notify: Notify,
): Promise<void> {
  const requester = await officeName(work, requestedBy);
  const news = { template: `approval-${step}`, told: { what, requester } };
  await tellOfficeAbout(work, about, news, notify);
}
