import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templateOf } from "#server/messaging/outbox/templates.ts";

type Texts = Readonly<Record<Language, string>>;

const loginCreated: Texts = {
  en: "Your {society} account was created. Not you? Call {phone} at once.",
  sw: "Akaunti yako ya {society} imefunguliwa. Si wewe? Piga simu {phone} mara moja.",
};

const passwordChanged: Texts = {
  en: "Your {society} password was changed; you were logged out everywhere. Not you? Call {phone}.",
  sw: "Nenosiri lako la {society} limebadilishwa na umetolewa kwenye vifaa vyote. Si wewe? Piga {phone}.",
};

/** SMS messages to members about their login. */
export const authMessages: readonly MessageTemplate[] = [
  templateOf("login-created", loginCreated),
  templateOf("password-changed", passwordChanged),
];
