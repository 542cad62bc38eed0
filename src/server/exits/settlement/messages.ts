import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

// Plain characters and at most 160 of them, so that each is one SMS.
const texts = {
  "exit-asked": {
    en: "{society}: we received your request to leave. Your refund is due by {date}. Not you? Call {phone} at once.",
    sw: "{society}: tumepokea ombi lako la kutoka. Utarudishiwa pesa kufikia {date}. Si wewe? Piga {phone} mara moja.",
  },
  "exit-approved": {
    en: "{society}: your request to leave is approved; your refund is due by {date}. Changed your mind? Call {phone}.",
    sw: "{society}: ombi lako la kutoka limeidhinishwa; utarudishiwa pesa kufikia {date}. Umebadili nia? Piga {phone}.",
  },
  "exit-paid": {
    en: "{society}: your membership has ended. Refund Ksh {amount}, ref {receipt}. Thank you. Questions? Call {phone}.",
    sw: "{society}: uanachama wako umekwisha. Umerudishiwa Ksh {amount}, kumbukumbu {receipt}. Asante. Maswali? Piga {phone}.",
  },
  "exit-settled": {
    en: "{society}: your membership has ended. Your refund of Ksh {amount} is on its way. Thank you. Questions? Call {phone}.",
    sw: "{society}: uanachama wako umekwisha. Pesa zako, Ksh {amount}, zinatumwa kwako. Asante. Maswali? Piga {phone}.",
  },
  "exit-withdrawn": {
    en: "{society}: your request to leave was withdrawn. You are still a member. Questions? Call {phone}.",
    sw: "{society}: ombi lako la kutoka limeondolewa. Unabaki mwanachama. Maswali? Piga {phone}.",
  },
  "shares-received": {
    en: "{society}: share capital of Ksh {amount} was transferred to you from {from}. Questions? Call {phone}.",
    sw: "{society}: umehamishiwa hisa za Ksh {amount} kutoka {from}. Maswali? Piga {phone}.",
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export type ExitMessage = keyof typeof texts;

/** SMS to a leaving member, and to the recipient of their shares. */
export const exitMessages: readonly MessageTemplate[] = templatesOf(texts);
