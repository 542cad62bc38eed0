import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

// Plain letters and at most 160 characters, so that each is one SMS.
const texts = {
  "bank-details-asked": {
    en: "{society}: the office asked to pay your money to the bank account ending {ends}. Not you? Call {phone} at once.",
    sw: "{society}: ofisi imeomba kukulipa kwa akaunti ya benki inayoishia {ends}. Si wewe? Piga {phone} mara moja.",
  },
  "bank-details-set": {
    en: "{society}: your money can go to the bank account ending {ends} from {day}. Not you? Call {phone} at once.",
    sw: "{society}: pesa zako zinaweza kulipwa akaunti ya benki inayoishia {ends} kuanzia {day}. Si wewe? Piga {phone} mara moja.",
  },
  "bank-details-given": {
    en: "{society}: you asked to be paid to the bank account ending {ends}. The office must approve it. Not you? Call {phone} at once.",
    sw: "{society}: umeomba kulipwa akaunti ya benki inayoishia {ends}. Ofisi lazima iikubali. Si wewe? Piga {phone} mara moja.",
  },
  "bank-details-rejected": {
    en: "{society}: the office did not approve the bank account ending {ends}. No money goes there. Questions? Call {phone}.",
    sw: "{society}: ofisi haikukubali akaunti ya benki inayoishia {ends}. Hakuna pesa zitakazolipwa huko. Maswali? Piga {phone}.",
  },
  "bank-details-cancelled": {
    en: "{society}: you stopped the bank account ending {ends}. No more money goes there. Not you? Call {phone} at once.",
    sw: "{society}: umesimamisha akaunti ya benki inayoishia {ends}. Hakuna pesa zaidi zitakazolipwa huko. Si wewe? Piga {phone}.",
  },
  "payout-choice-bank": {
    en: "{society}: you chose to be paid to the bank account ending {ends}. Not you? Call {phone} at once.",
    sw: "{society}: umechagua kulipwa kwa akaunti ya benki inayoishia {ends}. Si wewe? Piga {phone} mara moja.",
  },
  "payout-choice-phone": {
    en: "{society}: you chose to be paid by phone from {day}, no longer to the bank account ending {ends}. Not you? Call {phone}.",
    sw: "{society}: umechagua kulipwa kwa simu kuanzia {day}, si kwa akaunti ya benki inayoishia {ends}. Si wewe? Piga {phone}.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The messages to a member about their bank details. */
export type BankMessage = keyof typeof texts;

/** The SMS to a member about their bank details, before money may go there. */
export const bankMessages: readonly MessageTemplate[] = templatesOf(texts);
