import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { officeTemplatesOf } from "#server/messaging/outbox/templates.ts";

// The office reads English. One SMS each, to everybody who may notice that something is wrong.
const texts = {
  "approval-requested":
    "{society}: {who} wants to {what}. A second person must approve it. Not expected? Call {phone}.",
  "approval-approved":
    "{society}: {who} approved the request of {requester} to {what}. Not expected? Call {phone}.",
  "approval-rejected": "{society}: {who} rejected the request of {requester} to {what}.",
  "approval-withdrawn": "{society}: {who} withdrew the request of {requester} to {what}.",
} as const;

/** The SMS to the office about a step that needs two people. */
export const approvalMessages: readonly MessageTemplate[] = officeTemplatesOf(texts);
