import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { officeTemplatesOf } from "#server/messaging/outbox/templates.ts";

// The office reads English. One SMS each, so that nobody can change the price unnoticed.
const texts = {
  "loan-policy-set":
    "{society}: {who} set new rules for instant loans from {day}. Not expected? Call {phone}.",
  "loan-policy-cancelled":
    "{society}: {who} withdrew the rules for instant loans from {day}. Not expected? Call {phone}.",
} as const;

export type PolicyMessage = keyof typeof texts;

/** The SMS to the office about a change of policy. */
export const policyMessages: readonly MessageTemplate[] = officeTemplatesOf(texts);
