import { fill } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";

// The office reads English, as in the other messages to it.
const texts = {
  "sms-budget":
    "{society}: {percent} % of this month's SMS budget of Ksh {budget} is spent. At 100 %, notices wait but codes are still sent. See Settings.",
};

/** The messages to the administrator and the treasurer about the month's budget. */
export const smsBudgetMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]) => ({
    name,
    render: (_, params) => ({ subject: params["society"] ?? "", text: fill(words, params) }),
  }),
);
