import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templateOf } from "#server/messaging/outbox/templates.ts";

// Plain letters and at most 160 characters, so that each is one SMS. They name no nominee.
const texts: Readonly<Record<Language, string>> = {
  en: "{society}: your nominees were changed on {date}, {time}. Not you? Call {phone} at once.",
  sw: "{society}: wateule wako walibadilishwa {date}, {time}. Si wewe? Piga {phone} mara moja.",
};

/** The SMS to a member whose nominees were changed. */
export const nomineeMessages: readonly MessageTemplate[] = [templateOf("nominees-changed", texts)];
