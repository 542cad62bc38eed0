import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

const texts = {
  "member-suspended": {
    en: "{society}: your membership is suspended and you were logged out. Your savings are safe. Please call {phone} or visit the office.",
    sw: "{society}: uanachama wako umesimamishwa kwa muda; umetolewa kwenye tovuti. Akiba yako iko salama. Piga {phone} au fika ofisini.",
  },
  "member-resumed": {
    en: "{society}: your membership is no longer suspended. You can log in again. Questions? Call {phone}.",
    sw: "{society}: uanachama wako umerudishwa. Unaweza kuingia tena. Maswali? Piga {phone}.",
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export type SuspensionMessage = keyof typeof texts;

/** SMS to a member about a suspension. */
export const suspensionMessages: readonly MessageTemplate[] = templatesOf(texts);
