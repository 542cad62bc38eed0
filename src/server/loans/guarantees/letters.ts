import type { Language } from "#shared/language.ts";
import type { GuaranteeMessage } from "#server/loans/lending/guarantee-news.ts";
import { letterOf } from "#server/messaging/outbox/letter.ts";

type Texts = Readonly<Record<Language, string>>;

interface Letter {
  readonly lead: Texts;
  readonly facts: keyof typeof facts;
  /** The steps that the reader can take now. */
  readonly next: Texts;
}

const facts = {
  asked: {
    en: "Loan No: {loanNo}\nBorrower: {borrower}\nYou would guarantee: Ksh {amount}",
    sw: "Nambari ya mkopo: {loanNo}\nMkopaji: {borrower}\nUtadhamini: Ksh {amount}",
  },
  given: {
    en: "Loan No: {loanNo}\nBorrower: {borrower}\nYou guarantee: Ksh {amount}",
    sw: "Nambari ya mkopo: {loanNo}\nMkopaji: {borrower}\nUnadhamini: Ksh {amount}",
  },
  released: {
    en: "Loan No: {loanNo}\nBorrower: {borrower}\nFree again: Ksh {amount}",
    sw: "Nambari ya mkopo: {loanNo}\nMkopaji: {borrower}\nZilizo huru tena: Ksh {amount}",
  },
  overdue: {
    en: "Loan No: {loanNo}\nBorrower: {borrower}\nOverdue: Ksh {amount}\nSince: {date}",
    sw:
      "Nambari ya mkopo: {loanNo}\nMkopaji: {borrower}\nZilizochelewa: Ksh {amount}\nTangu: " +
      "{date}",
  },
  answered: {
    en: "Loan No: {loanNo}\nGuarantor: {guarantor}\nAmount: Ksh {amount}",
    sw: "Nambari ya mkopo: {loanNo}\nMdhamini: {guarantor}\nKiasi: Ksh {amount}",
  },
  declined: {
    en: "Loan No: {loanNo}\nMember No: {guarantorNo}\nAmount: Ksh {amount}",
    sw: "Nambari ya mkopo: {loanNo}\nNambari ya mwanachama: {guarantorNo}\nKiasi: Ksh {amount}",
  },
  loan: { en: "Loan No: {loanNo}", sw: "Nambari ya mkopo: {loanNo}" },
} as const satisfies Record<string, Texts>;

const letters: Readonly<Record<GuaranteeMessage, Letter>> = {
  "guarantee-asked": {
    lead: {
      en:
        "{borrower} asks you to guarantee part of a loan. If the loan is not repaid, we may " +
        "take this amount from your deposits.",
      sw:
        "{borrower} anakuomba udhamini sehemu ya mkopo. Mkopo usipolipwa, tunaweza kuchukua " +
        "kiasi hiki kwenye amana zako.",
    },
    facts: "asked",
    next: {
      en:
        "Log in and open Guarantee Requests to see the terms, then accept or decline. " +
        "Nothing is pledged until you accept.",
      sw:
        "Ingia na ufungue Maombi ya Udhamini uone masharti, kisha ukubali au ukatae. Hakuna " +
        "kinachowekwa dhamana hadi ukubali.",
    },
  },
  "guarantee-asked-again": {
    lead: {
      en:
        "The loan of {borrower} was changed, so your earlier answer no longer counts. We ask " +
        "you again.",
      sw:
        "Mkopo wa {borrower} umebadilishwa, hivyo jibu lako la awali halitumiki tena. " +
        "Tunakuomba ujibu upya.",
    },
    facts: "asked",
    next: {
      en: "Log in and open Guarantee Requests to see the new terms, then accept or decline.",
      sw: "Ingia na ufungue Maombi ya Udhamini uone masharti mapya, kisha ukubali au ukatae.",
    },
  },
  "guarantee-accepted": {
    lead: {
      en: "{guarantor} has agreed to guarantee part of your loan.",
      sw: "{guarantor} amekubali kudhamini sehemu ya mkopo wako.",
    },
    facts: "answered",
    next: {
      en: "Log in and open the application to see whether your guarantors cover it.",
      sw: "Ingia na ufungue ombi lako uone kama wadhamini wako wametosha.",
    },
  },
  "guarantee-given": {
    lead: {
      en:
        "You now guarantee part of the loan of {borrower}. If it is not repaid, we may take " +
        "this amount from your deposits.",
      sw:
        "Sasa unadhamini sehemu ya mkopo wa {borrower}. Usipolipwa, tunaweza kuchukua kiasi " +
        "hiki kwenye amana zako.",
    },
    facts: "given",
    next: {
      en: "Log in and open Guarantee Requests for your receipt and to follow the loan.",
      sw: "Ingia na ufungue Maombi ya Udhamini upate risiti yako na kufuatilia mkopo.",
    },
  },
  "guarantee-declined": {
    lead: {
      en: "Member {guarantorNo} declined to guarantee your loan.",
      sw: "Mwanachama {guarantorNo} amekataa kudhamini mkopo wako.",
    },
    facts: "declined",
    next: {
      en: "Log in, open the application and name another member.",
      sw: "Ingia, fungua ombi lako na utaje mwanachama mwingine.",
    },
  },
  "guarantee-covered": {
    lead: {
      en: "Your guarantors now cover your loan. The office will now decide.",
      sw: "Wadhamini wako sasa wametosha kwa mkopo wako. Ofisi itaamua hivi karibuni.",
    },
    facts: "loan",
    next: {
      en: "You need to do nothing. We will tell you what is decided.",
      sw: "Huhitaji kufanya lolote. Tutakujulisha uamuzi.",
    },
  },
  "guarantee-released": {
    lead: {
      en: "You no longer guarantee the loan of {borrower}. Your deposits are free again.",
      sw: "Hudhamini tena mkopo wa {borrower}. Amana zako ziko huru tena.",
    },
    facts: "released",
    next: {
      en: "Log in and open Guarantee Requests to see your free deposits.",
      sw: "Ingia na ufungue Maombi ya Udhamini uone amana zako zilizo huru.",
    },
  },
  "guarantee-revived": {
    lead: {
      en:
        "A payment on the loan of {borrower} was reversed, so the loan is open and you " +
        "guarantee it again.",
      sw:
        "Marejesho ya mkopo wa {borrower} yamebatilishwa, hivyo mkopo uko wazi na " +
        "unaudhamini tena.",
    },
    facts: "given",
    next: {
      en: "Log in and open Guarantee Requests to follow the loan.",
      sw: "Ingia na ufungue Maombi ya Udhamini ufuatilie mkopo.",
    },
  },
  "guarantee-missed": {
    lead: {
      en: "{borrower} missed a deduction on a loan that you guarantee.",
      sw: "{borrower} amekosa makato ya mkopo unaoudhamini.",
    },
    facts: "overdue",
    next: {
      en: "Speak to {borrower}, or log in and open Guarantee Requests to follow the loan.",
      sw: "Zungumza na {borrower}, au ingia na ufungue Maombi ya Udhamini ufuatilie mkopo.",
    },
  },
};

/** Returns the e-mail of a message about a guarantee, with its placeholders. */
export function guaranteeLetter(message: GuaranteeMessage, language: Language): string {
  const { lead, facts: named, next } = letters[message];
  const paragraphs = [lead, facts[named], next].map((words) => words[language]);
  return letterOf(language, paragraphs);
}
