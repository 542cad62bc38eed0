import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

type Texts = Readonly<Record<Language, string>>;

/** The texts about a dividend; 160 characters at most once filled in. */
const texts = {
  "dividend-elected": {
    en: "{society}: we have your {year} dividend choice no. {version}, Ksh {amount}. You can change it until {date} {time}. Not you? Call {phone}.",
    sw: "{society}: tumepokea chaguo lako la gawio {year}, Ksh {amount}, toleo {version}. Badilisha hadi {date} {time}. Si wewe? Piga {phone}.",
  },
} as const satisfies Record<string, Texts>;

export type DividendMessage = keyof typeof texts;

/** The SMS to members about their dividends. */
export const dividendMessages: readonly MessageTemplate[] = templatesOf(texts);
