import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { officeTemplatesOf } from "#server/messaging/outbox/templates.ts";

// The office reads English. One SMS each, so that no change of a sign-in goes unnoticed.
const texts = {
  "second-factor-set":
    "{society}: an authenticator app was set up for {staffNo}. Not you? Call {phone} at once.",
  "recovery-codes-renewed":
    "{society}: new recovery codes were made for {staffNo}. Not you? Call {phone} at once.",
  "recovery-code-used":
    "{society}: {staffNo} logged in with a recovery code; {left} are left. Not you? Call {phone}.",
} as const;

export type SecondFactorMessage = keyof typeof texts;

/** SMS messages to staff about their second factor. */
export const secondFactorMessages: readonly MessageTemplate[] = officeTemplatesOf(texts);
