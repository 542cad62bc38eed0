import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/outbox/enqueue.ts";

type Texts = Readonly<Record<Language, string>>;

/** What a member is told of each step; 160 characters at most once filled in. */
const texts = {
  "loan-applied": {
    en: "{society}: we received your loan application {loanNo} for Ksh {amount}. Not you? Call {phone}.",
    sw: "{society}: tumepokea ombi lako la mkopo {loanNo} la Ksh {amount}. Si wewe? Piga {phone}.",
  },
  "loan-amended": {
    en: "{society}: your loan application {loanNo} was changed to Ksh {amount}. Questions? Call {phone}.",
    sw: "{society}: ombi lako la mkopo {loanNo} limebadilishwa kuwa Ksh {amount}. Maswali? Piga {phone}.",
  },
  "loan-approved": {
    en: "{society}: your loan {loanNo} of Ksh {amount} is approved and will be paid out soon.",
    sw: "{society}: mkopo wako {loanNo} wa Ksh {amount} umeidhinishwa na utalipwa hivi karibuni.",
  },
  "loan-declined": {
    en: "{society}: your loan application {loanNo} was declined. Log in to see why, or call {phone}.",
    sw: "{society}: ombi lako la mkopo {loanNo} limekataliwa. Ingia uone sababu, au piga {phone}.",
  },
  "loan-withdrawn": {
    en: "{society}: you withdrew loan application {loanNo}. Not you? Call {phone}.",
    sw: "{society}: umeondoa ombi la mkopo {loanNo}. Si wewe? Piga {phone}.",
  },
  "loan-disbursed": {
    en: "{society}: loan {loanNo} of Ksh {amount} is on its way to you. Not expecting it? Call {phone}.",
    sw: "{society}: mkopo {loanNo} wa Ksh {amount} unatumwa kwako. Hukuutarajia? Piga {phone}.",
  },
  "loan-repaid": {
    en: "{society}: we received Ksh {amount} for loan {loanNo}. Balance Ksh {balance}.",
    sw: "{society}: tumepokea Ksh {amount} za mkopo {loanNo}. Salio Ksh {balance}.",
  },
  "loan-settled": {
    en: "{society}: we received Ksh {amount}. Loan {loanNo} is paid off. Thank you.",
    sw: "{society}: tumepokea Ksh {amount}. Mkopo {loanNo} umelipwa wote. Asante.",
  },
} as const satisfies Record<string, Texts>;

export type LoanMessage = keyof typeof texts;

/** What members are told of their instant loans by SMS. */
export const loanMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]: [string, Texts]) => ({
    name,
    render: (language, params) => ({
      subject: params["society"] ?? "",
      text: fill(words[language], params),
    }),
  }),
);
