import type { Language } from "#shared/language.ts";
import type { ContactMessage } from "#server/members/membership/contact-changes.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

// Plain characters and at most 160 of them, so that each is one SMS.
const texts: Readonly<Record<ContactMessage, Readonly<Record<Language, string>>>> = {
  "contact-change-asked": {
    en: "{society}: someone asked to change your mobile number to one ending in {ends}. Not you? Call {phone} at once.",
    sw: "{society}: kuna ombi la kubadilisha nambari yako ya simu iwe inayoishia {ends}. Si wewe? Piga {phone} mara moja.",
  },
  "contact-change-approved": {
    en: "{society}: your mobile number changes to one ending in {ends} on {date} at {time}. Not you? Call {phone} before then.",
    sw: "{society}: nambari yako itabadilika kuwa inayoishia {ends} tarehe {date} saa {time}. Si wewe? Piga {phone} kabla.",
  },
  "contact-change-in-force": {
    en: "{society}: your mobile number now ends in {ends}. Log in and confirm it so that we can pay you. Not you? Call {phone}.",
    sw: "{society}: nambari yako sasa inaishia {ends}. Ingia uithibitishe kabla ya kulipwa. Si wewe? Piga {phone}.",
  },
  "contact-details-asked": {
    en: "{society}: the office received a request to change your details on the register. Not you? Call {phone} at once.",
    sw: "{society}: ofisi imepokea ombi la kubadilisha maelezo yako kwenye rejista. Si wewe? Piga {phone} mara moja.",
  },
  "contact-details-in-force": {
    en: "{society}: your details on the register were changed as asked. Not you? Call {phone}.",
    sw: "{society}: maelezo yako kwenye rejista yamebadilishwa ulivyoomba. Si wewe? Piga {phone}.",
  },
  "contact-change-ended": {
    en: "{society}: your mobile number stays as it was; the change to one ending in {ends} was cancelled. Questions? Call {phone}.",
    sw: "{society}: nambari yako inabaki ilivyokuwa; badiliko la inayoishia {ends} limeghairiwa. Maswali? Piga {phone}.",
  },
};

/** SMS to the old and the new number about a change. */
export const contactMessages: readonly MessageTemplate[] = templatesOf(texts);
