import type { Language } from "#shared/language.ts";
import type { WithdrawalChannel } from "#shared/contract/withdrawals/fields.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

const channels: Readonly<Record<Language, Readonly<Record<WithdrawalChannel, string>>>> = {
  en: { phone: "to this phone", office: "at the office" },
  sw: { phone: "kwa simu hii", office: "ofisini" },
};

/** Where a withdrawal is paid, in an SMS. */
export function channelName(language: Language, channel: WithdrawalChannel): string {
  return channels[language][channel];
}

// Plain letters and at most 160 characters, so that each is one SMS.
const texts = {
  "withdrawal-waits": {
    en: "{society}: your withdrawal {reference} of Ksh {amount} waits for the office. We will text you. Not you? Call {phone} at once.",
    sw: "{society}: ombi lako {reference} la kutoa Ksh {amount} linasubiri ofisi. Tutakujulisha. Si wewe? Piga {phone} mara moja.",
  },
  "withdrawal-noticed": {
    en: "{society}: your withdrawal {reference} of Ksh {amount} leaves on {day}. You can cancel it until then. Not you? Call {phone}.",
    sw: "{society}: pesa zako {reference}, Ksh {amount}, zitatoka {day}. Unaweza kughairi kabla. Si wewe? Piga {phone}.",
  },
  "withdrawal-sent": {
    en: "{society}: Ksh {amount} of withdrawal {reference} will be paid {where}. Not you? Call {phone} at once.",
    sw: "{society}: Ksh {amount} za ombi {reference} zitalipwa {where}. Si wewe? Piga {phone} mara moja.",
  },
  "withdrawal-rejected": {
    en: "{society}: your withdrawal {reference} of Ksh {amount} was not approved. The money is back in your account. Questions? Call {phone}.",
    sw: "{society}: ombi lako {reference} la kutoa Ksh {amount} halikukubaliwa. Pesa ziko kwenye akaunti yako. Maswali? Piga {phone}.",
  },
  "withdrawal-ended": {
    en: "{society}: you are leaving, so withdrawal {reference} of Ksh {amount} was cancelled. It is back in your account. Questions? Call {phone}.",
    sw: "{society}: unaondoka, kwa hiyo ombi {reference} la Ksh {amount} limeghairiwa. Ziko kwenye akaunti yako. Maswali? Piga {phone}.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The messages to a member about a withdrawal, before the queue pays it. */
export type WithdrawalMessage = keyof typeof texts;

/** The SMS to a member about a withdrawal, until it is in the payout queue. */
export const withdrawalMessages: readonly MessageTemplate[] = templatesOf(texts);
