import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { officeTemplatesOf } from "#server/messaging/outbox/templates.ts";

// The office reads English, as in the other messages to it.
const texts = {
  "sms-budget":
    "{society}: {percent} % of this month's SMS budget of Ksh {budget} is spent. At 100 %, notices wait but codes are still sent. See Settings.",
};

/** The messages to the administrator and the treasurer about the month's budget. */
export const smsBudgetMessages: readonly MessageTemplate[] = officeTemplatesOf(texts);
