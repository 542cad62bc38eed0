import { fill, type Language } from "#shared/language.ts";
import type { ContactMessage } from "#server/members/membership/contact-changes.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";

// Plain characters and at most 160 of them, so that each is one SMS.
const texts: Readonly<Record<ContactMessage, Readonly<Record<Language, string>>>> = {
  "contact-change-asked": {
    en: "{society}: a change of your mobile number to one ending in {ends} was asked for. Not you? Call {phone} at once.",
    sw: "{society}: imeombwa namba yako ya simu ibadilishwe iwe inayoishia {ends}. Si wewe? Piga {phone} mara moja.",
  },
  "contact-change-approved": {
    en: "{society}: your mobile number changes to one ending in {ends} on {date} at {time}. Not you? Call {phone} before then.",
    sw: "{society}: namba yako itabadilika kuwa inayoishia {ends} tarehe {date} saa {time}. Si wewe? Piga {phone} kabla.",
  },
  "contact-change-in-force": {
    en: "{society}: your mobile number now ends in {ends}. Log in and confirm it before money is paid to it. Not you? Call {phone}.",
    sw: "{society}: namba yako sasa inaishia {ends}. Ingia uithibitishe kabla ya kulipwa. Si wewe? Piga {phone}.",
  },
  "contact-details-asked": {
    en: "{society}: a change of your details on the register was asked for at the office. Not you? Call {phone} at once.",
    sw: "{society}: yameombwa mabadiliko ya maelezo yako kwenye rejista. Si wewe? Piga {phone} mara moja.",
  },
  "contact-details-in-force": {
    en: "{society}: your details on the register were changed as asked. Not you? Call {phone}.",
    sw: "{society}: maelezo yako kwenye rejista yamebadilishwa ulivyoomba. Si wewe? Piga {phone}.",
  },
  "contact-change-ended": {
    en: "{society}: your mobile number stays as it was; the change to one ending in {ends} was called off. Questions? Call {phone}.",
    sw: "{society}: namba yako inabaki ilivyokuwa; badiliko la inayoishia {ends} limefutwa. Maswali? Piga {phone}.",
  },
};

/** SMS to the old and the new number about a change. */
export const contactMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]: [string, Readonly<Record<Language, string>>]) => ({
    name,
    render: (language, params) => ({
      subject: params["society"] ?? "",
      text: fill(words[language], params),
    }),
  }),
);
