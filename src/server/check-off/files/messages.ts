import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";

type Texts = Readonly<Record<Language, string>>;

/** The texts to a member about a month's deduction; 160 characters at most once filled in. */
const texts = {
  "check-off-received": {
    en: "{society}: we received Ksh {amount} of your {month} check-off. To loans {loans}, to deposits {deposits}. Loan balance: {balance}.",
    sw: "{society}: tumepokea Ksh {amount} za makato yako ya {month}. Mikopo {loans}, amana {deposits}. Salio la mikopo: {balance}.",
  },
  "check-off-held": {
    en: "{society}: we received Ksh {amount} of your {month} check-off, but Ksh {held} is not yet in your account. Call {phone}.",
    sw: "{society}: tumepokea Ksh {amount} za makato yako ya {month}, lakini Ksh {held} bado hazijapangwa. Piga {phone}.",
  },
  "check-off-placed": {
    en: "{society}: Ksh {amount} of your {month} check-off has gone to {where}. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za makato yako ya {month} zimepangwa sasa: {where}. Maswali? Piga {phone}.",
  },
  "check-off-credited": {
    en: "{society}: Ksh {amount} of the {month} check-off, sent under another number, is now in your account. Not right? Call {phone}.",
    sw: "{society}: Ksh {amount} za makato ya {month}, zilizotumwa kwa nambari nyingine, zimewekwa kwako. Si sahihi? Piga {phone}.",
  },
  "check-off-moved": {
    en: "{society}: Ksh {amount} of the {month} check-off, sent under your number, was credited to another member. Not right? Call {phone}.",
    sw: "{society}: Ksh {amount} za makato ya {month}, zilizotumwa kwa nambari yako, zimewekwa kwa mwingine. Si sahihi? Piga {phone}.",
  },
  "check-off-unplaced": {
    en: "{society}: Ksh {amount} of the {month} check-off went to the wrong account. We reversed it and will correct it. Call {phone}.",
    sw: "{society}: Ksh {amount} za makato ya {month} ziliwekwa akaunti isiyo sahihi. Tumebatilisha na tutazipanga tena. Piga {phone}.",
  },
  "check-off-reversed": {
    en: "{society}: we recorded your {month} check-off of Ksh {amount} wrongly and reversed it. The correct one follows. Call {phone}.",
    sw: "{society}: tuliingiza vibaya makato yako ya {month} ya Ksh {amount} na tumeyabatilisha. Sahihi yatafuata. Piga {phone}.",
  },
} as const satisfies Record<string, Texts>;

const subjects: Texts = {
  en: "{society}: your {month} check-off",
  sw: "{society}: makato yako ya {month}",
};

/** The messages to members about their check-off, by SMS and by e-mail. */
export const checkOffMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]: [string, Texts]) => ({
    name,
    render: (language, params) => ({
      subject: fill(subjects[language], params),
      text: fill(words[language], params),
    }),
  }),
);
