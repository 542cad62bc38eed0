import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

// Plain letters and at most 160 characters, so that each is one SMS.
const texts = {
  "pay-in-credited": {
    en: "{society}: Ksh {amount} paid by M-Pesa, receipt {receipt}, is now in your {where}. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} zilizolipwa kwa M-Pesa, risiti {receipt}, sasa ziko kwenye {where}. Maswali? Piga {phone}.",
  },
  "pay-in-moved": {
    en: "{society}: Ksh {amount}, receipt {receipt}, was credited to you by mistake and is taken off again. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount}, risiti {receipt}, ziliwekwa kwako kimakosa na zimeondolewa. Maswali? Piga {phone}.",
  },
  "pay-in-corrected": {
    en: "{society}: M-Pesa receipt {receipt} was Ksh {amount}, not Ksh {before}. Your account is corrected. Questions? Call {phone}.",
    sw: "{society}: Risiti ya M-Pesa {receipt} ni Ksh {amount}, si Ksh {before}. Akaunti yako imerekebishwa. Maswali? Piga {phone}.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The SMS to a member about a payment by M-Pesa. */
export const payInMessages: readonly MessageTemplate[] = templatesOf(texts);
