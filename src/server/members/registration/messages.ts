import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templateOf } from "#server/messaging/outbox/templates.ts";

export type RegistrationMessage = "member-welcome";

const welcome: Readonly<Record<Language, string>> = {
  en: "Welcome to {society}. Your Member No is {memberNo}. Create your account at {address} with this phone. Questions? Call {phone}.",
  sw: "Karibu {society}. Nambari yako ni {memberNo}. Fungua akaunti kwenye {address} kwa simu hii. Maswali? Piga {phone}.",
};

/** The SMS to a new member. */
export const registrationMessages: readonly MessageTemplate[] = [
  templateOf("member-welcome" satisfies RegistrationMessage, welcome),
];
