import { officeName, notifyOfficeAbout } from "#server/messaging/outbox/notify-office.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

export type ApprovalStep = "requested" | "approved" | "rejected" | "withdrawn";

/** The SMS to the office about a request, and the person concerned, as an actor. */
export interface ApprovalNews {
  /** The step, in words that follow "to": "make CL2 treasurer". */
  readonly what: string;
  readonly about: string;
}

/** Notifies the office of a request or its decision, with the names of both people. */
export async function notifyOfApproval(
  work: UnitOfWork,
  step: ApprovalStep,
  { what, about, requestedBy }: ApprovalNews & { readonly requestedBy: string },
  notify: Notify,
): Promise<void> {
  const requester = await officeName(work, requestedBy);
  const news = { template: `approval-${step}`, told: { what, requester } };
  await notifyOfficeAbout(work, about, news, notify);
}
