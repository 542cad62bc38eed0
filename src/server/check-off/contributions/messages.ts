import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

// Plain letters and at most 160 characters, so that each is one SMS.
const texts = {
  "contribution-changed": {
    en: "{society}: from {month} you save Ksh {amount} a month by check-off. We tell your employer. Not you? Call {phone}.",
    sw: "{society}: kuanzia {month} unaweka akiba Ksh {amount} kwa mwezi kwa makato. Tutamjulisha mwajiri. Si wewe? Piga {phone}.",
  },
  "contribution-cancelled": {
    en: "{society}: you cancelled your new monthly contribution of Ksh {amount} from {month}. Not you? Call {phone}.",
    sw: "{society}: umeghairi akiba yako mpya wa Ksh {amount} kwa mwezi kuanzia {month}. Si wewe? Piga {phone}.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The SMS to a member about a change of their monthly contribution. */
export const contributionMessages: readonly MessageTemplate[] = templatesOf(texts);
