import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/outbox/enqueue.ts";

type Texts = Readonly<Record<Language, string>>;

/** What a member is told of the payment; 160 characters at most once filled in. */
const texts = {
  "dividend-reminder": {
    en: "{society}: your dividend for {year} is Ksh {amount}. Log in and say where it goes by {date} {time}. Questions? Call {phone}.",
    sw: "{society}: gawio lako la {year} ni Ksh {amount}. Ingia useme liende wapi kufikia {date} {time}. Maswali? Piga {phone}.",
  },
  "dividend-paid": {
    en: "{society}: your dividend for {year}, Ksh {amount}, has gone where it was to go; tax Ksh {tax}. See your statement or call {phone}.",
    sw: "{society}: gawio lako la {year}, Ksh {amount}, limegawanywa; kodi Ksh {tax}. Tazama taarifa yako au piga {phone}.",
  },
} as const satisfies Record<string, Texts>;

export type PaymentMessage = keyof typeof texts;

/** What members are told when the window closes soon, and when all is paid. */
export const paymentMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]: [string, Texts]) => ({
    name,
    render: (language, params) => ({
      subject: params["society"] ?? "",
      text: fill(words[language], params),
    }),
  }),
);
