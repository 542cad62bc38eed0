import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";

const reversed: Readonly<Record<Language, string>> = {
  en: "{society}: Ksh {amount} we had noted for loan {loanNo} was a mistake and is taken back. Balance Ksh {balance}. Call {phone}.",
  sw: "{society}: Ksh {amount} tulizoandika kwa mkopo {loanNo} zilikosewa, zimeondolewa. Salio Ksh {balance}. Piga {phone}.",
};

const subject: Readonly<Record<Language, string>> = {
  en: "{society}: a repayment of loan {loanNo} is taken back",
  sw: "{society}: marejesho ya mkopo {loanNo} yameondolewa",
};

const letter: Readonly<Record<Language, string>> = {
  en: "We had noted Ksh {amount}, receipt {receipt}, for loan {loanNo}. It was a mistake and is taken back. The balance is Ksh {balance}. Questions? Call {phone}.",
  sw: "Tuliandika Ksh {amount}, risiti {receipt}, kwa mkopo {loanNo}. Zilikosewa na zimeondolewa. Salio ni Ksh {balance}. Maswali? Piga {phone}.",
};

/** The messages to a member about corrections by the loan desk. */
export const loanDeskMessages: readonly MessageTemplate[] = [
  {
    name: "loan-reversed",
    render: (language, params) => ({
      subject: params["society"] ?? "",
      text: fill(reversed[language], params),
    }),
  },
  {
    name: "loan-reversed-email",
    render: (language, params) => ({
      subject: fill(subject[language], params),
      text: fill(letter[language], params),
    }),
  },
];
