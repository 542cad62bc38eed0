import { fill, type Language } from "#shared/language.ts";
import type { GuaranteeMessage } from "#server/loans/lending/guarantee-news.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templateOf } from "#server/messaging/outbox/templates.ts";
import { guaranteeLetter } from "./letters.ts";

type Texts = Readonly<Record<Language, string>>;

/** The texts to guarantors and borrowers; 160 plain characters at most once filled in. */
const texts: Readonly<Record<GuaranteeMessage, Texts>> = {
  "guarantee-asked": {
    en: "{society}: {borrower} asks you to guarantee Ksh {amount} of a loan. Log in to see the terms and answer. Questions? Call {phone}.",
    sw: "{society}: {borrower} anakuomba udhamini Ksh {amount} za mkopo. Ingia uone masharti na ujibu. Maswali? Piga {phone}.",
  },
  "guarantee-asked-again": {
    en: "{society}: the loan of {borrower} was changed. Log in to answer again for Ksh {amount}. Questions? Call {phone}.",
    sw: "{society}: mkopo wa {borrower} umebadilishwa; unaombwa tena kudhamini Ksh {amount}. Ingia uone na ujibu. Piga {phone}.",
  },
  "guarantee-accepted": {
    en: "{society}: {guarantor} has agreed to guarantee Ksh {amount} of your loan {loanNo}.",
    sw: "{society}: {guarantor} amekubali kudhamini Ksh {amount} za mkopo wako {loanNo}.",
  },
  "guarantee-given": {
    en: "{society}: you now guarantee Ksh {amount} of loan {loanNo} of {borrower}. Log in for the receipt. Questions? Call {phone}.",
    sw: "{society}: sasa unadhamini Ksh {amount} za mkopo {loanNo} wa {borrower}. Ingia upate risiti. Maswali? Piga {phone}.",
  },
  "guarantee-declined": {
    en: "{society}: member {guarantorNo} declined to guarantee your loan {loanNo}. Log in to name another member.",
    sw: "{society}: mwanachama {guarantorNo} amekataa kudhamini mkopo wako {loanNo}. Ingia utaje mwingine.",
  },
  "guarantee-covered": {
    en: "{society}: your guarantors now cover your loan {loanNo}. The office will now decide.",
    sw: "{society}: wadhamini wako sasa wametosha kwa mkopo {loanNo}. Ofisi itaamua hivi karibuni.",
  },
  "guarantee-released": {
    en: "{society}: you no longer guarantee loan {loanNo} of {borrower}. Your Ksh {amount} is free again.",
    sw: "{society}: hudhamini tena mkopo {loanNo} wa {borrower}. Ksh {amount} zako ziko huru tena.",
  },
  "guarantee-revived": {
    en: "{society}: a payment on loan {loanNo} was reversed, so you guarantee Ksh {amount} of it again. Questions? Call {phone}.",
    sw: "{society}: marejesho ya mkopo {loanNo} yamebatilishwa, hivyo unadhamini tena Ksh {amount}. Maswali? Piga {phone}.",
  },
  "guarantee-missed": {
    en: "{society}: {borrower} missed a deduction on loan {loanNo}, which you guarantee. Ksh {amount} overdue since {date}. Call {phone}.",
    sw: "{society}: {borrower} amekosa makato ya mkopo {loanNo} unaoudhamini. Ksh {amount} zimechelewa tangu {date}. Piga {phone}.",
  },
};

const subjects: Readonly<Record<GuaranteeMessage, Texts>> = {
  "guarantee-asked": {
    en: "{society}: {borrower} asks you to guarantee a loan",
    sw: "{society}: {borrower} anakuomba udhamini mkopo",
  },
  "guarantee-asked-again": {
    en: "{society}: answer again for the changed loan of {borrower}",
    sw: "{society}: jibu tena kuhusu mkopo uliobadilishwa wa {borrower}",
  },
  "guarantee-accepted": {
    en: "{society}: {guarantor} guarantees your loan {loanNo}",
    sw: "{society}: {guarantor} anadhamini mkopo wako {loanNo}",
  },
  "guarantee-given": {
    en: "{society}: you guarantee loan {loanNo} of {borrower}",
    sw: "{society}: unadhamini mkopo {loanNo} wa {borrower}",
  },
  "guarantee-declined": {
    en: "{society}: name another guarantor for your loan {loanNo}",
    sw: "{society}: taja mdhamini mwingine wa mkopo wako {loanNo}",
  },
  "guarantee-covered": {
    en: "{society}: your loan {loanNo} has enough guarantors",
    sw: "{society}: mkopo wako {loanNo} umepata wadhamini wa kutosha",
  },
  "guarantee-released": {
    en: "{society}: you no longer guarantee loan {loanNo}",
    sw: "{society}: hudhamini tena mkopo {loanNo}",
  },
  "guarantee-revived": {
    en: "{society}: you guarantee loan {loanNo} again",
    sw: "{society}: unadhamini tena mkopo {loanNo}",
  },
  "guarantee-missed": {
    en: "{society}: a missed deduction on loan {loanNo}, which you guarantee",
    sw: "{society}: makato yamekosekana kwenye mkopo {loanNo} unaoudhamini",
  },
};

/** The messages about guarantees, each by SMS and by e-mail. */
export const guaranteeMessages: readonly MessageTemplate[] = Object.entries(texts).flatMap(
  ([name, words]: [string, Texts]): MessageTemplate[] => [
    templateOf(name, words),
    {
      name: `${name}-email`,
      render: (language, params) => ({
        subject: fill(subjects[name as GuaranteeMessage][language], params),
        text: fill(guaranteeLetter(name as GuaranteeMessage, language), params),
      }),
    },
  ],
);
