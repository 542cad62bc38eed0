import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

// Plain letters and at most 160 characters, so that each is one SMS.
const texts = {
  "counter-received": {
    en: "{society}: Ksh {amount} received at our counter, receipt {receipt}, is now in your {where}. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} zilizopokewa ofisini, risiti {receipt}, sasa ziko kwenye {where}. Maswali? Piga {phone}.",
  },
  "counter-cheque": {
    en: "{society}: your cheque of Ksh {amount} is received, receipt {receipt}. It is credited when it has cleared. Questions? Call {phone}.",
    sw: "{society}: hundi yako ya Ksh {amount} imepokewa, risiti {receipt}. Itawekwa benki ikiilipa. Maswali? Piga {phone}.",
  },
  "counter-bounced": {
    en: "{society}: the bank did not pay your cheque of Ksh {amount}, receipt {receipt}. Nothing was credited. Call {phone}.",
    sw: "{society}: benki haikulipa hundi yako ya Ksh {amount}, risiti {receipt}. Hakuna kilichowekwa. Piga {phone}.",
  },
  "counter-reversed": {
    en: "{society}: receipt {receipt} of Ksh {amount} is reversed. If you do not know why, call {phone} at once.",
    sw: "{society}: risiti {receipt} ya Ksh {amount} imebatilishwa. Ikiwa hujui sababu, piga {phone} mara moja.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The SMS to a member about money that they brought to the counter. */
export const counterMessages: readonly MessageTemplate[] = templatesOf(texts);
