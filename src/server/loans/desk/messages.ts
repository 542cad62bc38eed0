import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { letterOf } from "#server/messaging/outbox/letter.ts";
import { templateOf } from "#server/messaging/outbox/templates.ts";

const reversed: Readonly<Record<Language, string>> = {
  en: "{society}: we reversed Ksh {amount} recorded in error for loan {loanNo}. Balance Ksh {balance}. Questions? Call {phone}.",
  sw: "{society}: Ksh {amount} za mkopo {loanNo} ziliandikwa kimakosa na zimebatilishwa. Salio Ksh {balance}. Piga {phone}.",
};

const subject: Readonly<Record<Language, string>> = {
  en: "{society}: a repayment of loan {loanNo} was reversed",
  sw: "{society}: marejesho ya mkopo {loanNo} yamebatilishwa",
};

const correction: Readonly<Record<Language, string>> = {
  en: "We recorded Ksh {amount}, receipt {receipt}, for loan {loanNo} in error and have reversed it. The balance is Ksh {balance}.",
  sw: "Tuliandika Ksh {amount}, risiti {receipt}, kwa mkopo {loanNo} kimakosa na tumezibatilisha. Salio ni Ksh {balance}.",
};

/** The messages to a member about corrections by the loan desk. */
export const loanDeskMessages: readonly MessageTemplate[] = [
  templateOf("loan-reversed", reversed),
  {
    name: "loan-reversed-email",
    render: (language, params) => ({
      subject: fill(subject[language], params),
      text: fill(letterOf(language, [correction[language]]), params),
    }),
  },
];
