import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { letterOf } from "#server/messaging/outbox/letter.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

type Texts = Readonly<Record<Language, string>>;
type Params = Readonly<Record<string, string>>;

/** The texts of each step; 160 characters at most once filled in. */
const texts = {
  "loan-applied": {
    en: "{society}: we received your loan application {loanNo} for Ksh {amount}. Not you? Call {phone}.",
    sw: "{society}: tumepokea ombi lako la mkopo {loanNo} la Ksh {amount}. Si wewe? Piga {phone}.",
  },
  "loan-amended": {
    en: "{society}: your loan application {loanNo} was changed to Ksh {amount}. Questions? Call {phone}.",
    sw: "{society}: ombi lako la mkopo {loanNo} limebadilishwa kuwa Ksh {amount}. Maswali? Piga {phone}.",
  },
  "loan-change-proposed": {
    en: "{society}: we propose Ksh {amount} for loan {loanNo}; you would repay {total}. Log in to agree or decline, or call {phone}.",
    sw: "{society}: tunapendekeza Ksh {amount} kwa mkopo {loanNo}, utalipa {total}. Ingia ukubali au ukatae. Maswali? Piga {phone}.",
  },
  "loan-change-withdrawn": {
    en: "{society}: we withdrew the change to application {loanNo}. It stays at Ksh {amount}. Questions? Call {phone}.",
    sw: "{society}: tumeondoa badiliko la ombi la mkopo {loanNo}. Linabaki Ksh {amount}. Maswali? Piga {phone}.",
  },
  "loan-approved": {
    en: "{society}: your loan {loanNo} of Ksh {amount} is approved and will be paid out soon.",
    sw: "{society}: mkopo wako {loanNo} wa Ksh {amount} umeidhinishwa na utatumwa hivi karibuni.",
  },
  "loan-declined": {
    en: "{society}: your loan application {loanNo} was declined. Log in to see why, or call {phone}.",
    sw: "{society}: ombi lako la mkopo {loanNo} limekataliwa. Ingia uone sababu, au piga {phone}.",
  },
  "loan-withdrawn": {
    en: "{society}: you withdrew loan application {loanNo}. Not you? Call {phone}.",
    sw: "{society}: umeondoa ombi la mkopo {loanNo}. Si wewe? Piga {phone}.",
  },
  "loan-returned": {
    en: "{society}: we withdrew the approval of loan {loanNo}. We are deciding on it again. Questions? Call {phone}.",
    sw: "{society}: idhini ya mkopo {loanNo} imeondolewa. Tunauamua tena. Maswali? Piga {phone}.",
  },
  "loan-recalled": {
    en: "{society}: the payment of loan {loanNo}, Ksh {amount}, was reversed. You owe nothing on it. Questions? Call {phone}.",
    sw: "{society}: utoaji wa mkopo {loanNo}, Ksh {amount}, umebatilishwa. Hudaiwi kwa mkopo huu. Maswali? Piga {phone}.",
  },
  "loan-disbursed": {
    en: "{society}: loan {loanNo} of Ksh {amount} is on its way to you. Not expecting it? Call {phone}.",
    sw: "{society}: mkopo {loanNo} wa Ksh {amount} unatumwa kwako. Hukuutarajia? Piga {phone}.",
  },
  "loan-unsent": {
    en: "{society}: Ksh {amount} of loan {loanNo} could not be sent to you. We will call you. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za mkopo {loanNo} hazikuweza kutumwa kwako. Tutapanga nawe. Maswali? Piga {phone}.",
  },
  "loan-arrived": {
    en: "{society}: you received Ksh {paid} of loan {loanNo} by {way}, receipt {receipt}. Not received? Call {phone}.",
    sw: "{society}: umepokea Ksh {paid} za mkopo {loanNo} kwa {way}, risiti {receipt}. Hukupokea? Piga {phone}.",
  },
  "loan-repaid": {
    en: "{society}: we received Ksh {amount} for loan {loanNo}, receipt {receipt}. Balance Ksh {balance}.",
    sw: "{society}: tumepokea Ksh {amount} za mkopo {loanNo}, risiti {receipt}. Salio Ksh {balance}.",
  },
  "loan-settled": {
    en: "{society}: we received Ksh {amount}, receipt {receipt}. Loan {loanNo} is paid off. Thank you.",
    sw: "{society}: tumepokea Ksh {amount}, risiti {receipt}. Mkopo {loanNo} umelipwa wote. Asante.",
  },
} as const satisfies Record<string, Texts>;

export type LoanMessage = keyof typeof texts;

interface Mail {
  readonly subject: Texts;
  readonly lead: Texts;
  /** The body after the first words: the figures, the schedule. */
  readonly parts: readonly ("figures" | "schedule")[];
}

const mails: Readonly<Record<LoanMessage, Mail>> = {
  "loan-applied": {
    subject: {
      en: "{society}: we received loan application {loanNo}",
      sw: "{society}: tumepokea ombi la mkopo {loanNo}",
    },
    lead: {
      en: "We received your application for an instant loan. We will tell you what the office decides.",
      sw: "Tumepokea ombi lako la mkopo wa papo. Ofisi italiamua na kukujulisha.",
    },
    parts: ["figures"],
  },
  "loan-amended": {
    subject: {
      en: "{society}: loan application {loanNo} was changed",
      sw: "{society}: ombi la mkopo {loanNo} limebadilishwa",
    },
    lead: {
      en: "The office changed your application. If you do not agree, log in and withdraw it.",
      sw: "Ofisi imebadilisha ombi lako. Kama hulitaki hivi, ingia uliondoe.",
    },
    parts: ["figures"],
  },
  "loan-change-proposed": {
    subject: {
      en: "{society}: do you agree to a change to loan {loanNo}?",
      sw: "{society}: unakubali badiliko la mkopo {loanNo}?",
    },
    lead: {
      en: "The office proposes the figures below for your application. Nothing changes unless you agree. Log in, open the application and agree or decline. If you are at our office, we can send you a code instead.",
      sw: "Ofisi inapendekeza kiasi kilicho hapa chini kwa ombi lako. Hakuna kinachobadilika usipokubali. Ingia, fungua ombi lako ukubali au ukatae. Ukiwa ofisini kwetu, tunaweza kukutumia msimbo badala yake.",
    },
    parts: ["figures"],
  },
  "loan-change-withdrawn": {
    subject: {
      en: "{society}: the change to loan {loanNo} was withdrawn",
      sw: "{society}: badiliko la mkopo {loanNo} limeondolewa",
    },
    lead: {
      en: "The office withdrew the change that it proposed. Your application stays as it is:",
      sw: "Ofisi imeondoa badiliko ililopendekeza. Ombi lako linabaki kama lilivyo:",
    },
    parts: ["figures"],
  },
  "loan-approved": {
    subject: {
      en: "{society}: loan {loanNo} is approved",
      sw: "{society}: mkopo {loanNo} umeidhinishwa",
    },
    lead: {
      en: "Your loan is approved and will be paid out soon. This is what you will pay each month:",
      sw: "Mkopo wako umeidhinishwa na utatumwa hivi karibuni. Hiki ndicho utakacholipa kila mwezi:",
    },
    parts: ["schedule", "figures"],
  },
  "loan-declined": {
    subject: {
      en: "{society}: loan application {loanNo} was declined",
      sw: "{society}: ombi la mkopo {loanNo} limekataliwa",
    },
    lead: {
      en: "Your application was declined. The reason: {reason}",
      sw: "Ombi lako limekataliwa. Sababu: {reason}",
    },
    parts: ["figures"],
  },
  "loan-withdrawn": {
    subject: {
      en: "{society}: you withdrew loan application {loanNo}",
      sw: "{society}: umeondoa ombi la mkopo {loanNo}",
    },
    lead: {
      en: "You withdrew your application. Nothing was paid out and nothing is owed on it.",
      sw: "Umeondoa ombi lako. Hakuna pesa zilizotolewa, na hudaiwi chochote kwa ombi hili.",
    },
    parts: ["figures"],
  },
  "loan-returned": {
    subject: {
      en: "{society}: the approval of loan {loanNo} was withdrawn",
      sw: "{society}: idhini ya mkopo {loanNo} imeondolewa",
    },
    lead: {
      en: "The office withdrew its approval of your loan. Your application is waiting for a decision again, and we will tell you what is decided.",
      sw: "Ofisi imeondoa idhini ya mkopo wako. Ombi lako liko tena kwenye foleni, nasi tutakujulisha litakapoamuliwa.",
    },
    parts: ["figures"],
  },
  "loan-recalled": {
    subject: {
      en: "{society}: the payment of loan {loanNo} was reversed",
      sw: "{society}: utoaji wa mkopo {loanNo} umebatilishwa",
    },
    lead: {
      en: "The office reversed the payment of your loan before the money left. You owe nothing on it. The loan is still approved, and we will tell you when it is paid out.",
      sw: "Ofisi imebatilisha utoaji wa mkopo wako kabla ya pesa kutoka. Hudaiwi kwa mkopo huu. Mkopo bado umeidhinishwa, nasi tutakujulisha utakapotumwa.",
    },
    parts: ["figures"],
  },
  "loan-disbursed": {
    subject: {
      en: "{society}: loan {loanNo} is on its way to you",
      sw: "{society}: mkopo {loanNo} unatumwa kwako",
    },
    lead: {
      en: "Ksh {amount} is on its way to you. This is what you pay, and when:",
      sw: "Ksh {amount} zinatumwa kwako. Hiki ndicho utakacholipa na lini:",
    },
    parts: ["schedule", "figures"],
  },
  "loan-unsent": {
    subject: {
      en: "{society}: the money of loan {loanNo} could not be sent",
      sw: "{society}: pesa za mkopo {loanNo} hazikuweza kutumwa",
    },
    lead: {
      en: "Ksh {amount} could not be sent to you. The money is still with us. The loan stays approved, and the office will call you about how to pay it to you.",
      sw: "Ksh {amount} hazikuweza kutumwa kwako. Pesa bado ziko kwetu. Mkopo bado umeidhinishwa, na ofisi itakupigia kupanga jinsi ya kukulipa.",
    },
    parts: ["figures"],
  },
  "loan-arrived": {
    subject: {
      en: "{society}: you received the money of loan {loanNo}",
      sw: "{society}: umepokea pesa za mkopo {loanNo}",
    },
    lead: {
      en: "You received Ksh {paid} by {way}, receipt {receipt}. This is what you pay, and when:",
      sw: "Umepokea Ksh {paid} kwa {way}, risiti {receipt}. Hiki ndicho utakacholipa na lini:",
    },
    parts: ["schedule", "figures"],
  },
  "loan-repaid": {
    subject: {
      en: "{society}: we received Ksh {amount} for loan {loanNo}",
      sw: "{society}: tumepokea Ksh {amount} za mkopo {loanNo}",
    },
    lead: {
      en: "We received Ksh {amount}, receipt {receipt}. You still owe Ksh {balance} on this loan.",
      sw: "Tumepokea Ksh {amount}, risiti {receipt}. Bado unadaiwa Ksh {balance} kwa mkopo huu.",
    },
    parts: ["figures"],
  },
  "loan-settled": {
    subject: {
      en: "{society}: loan {loanNo} is paid off",
      sw: "{society}: mkopo {loanNo} umelipwa wote",
    },
    lead: {
      en: "We received Ksh {amount}, receipt {receipt}. The loan is paid off. Thank you.",
      sw: "Tumepokea Ksh {amount}, risiti {receipt}. Mkopo umelipwa wote. Asante.",
    },
    parts: ["figures"],
  },
};

const parts = {
  figures: {
    en: `Loan No: {loanNo}
Amount: Ksh {principal}
Fee: Ksh {fee}
Total Amount: Ksh {total}
Period: {months} months
Monthly Deduction: Ksh {deduction}`,
    sw: `Nambari ya mkopo: {loanNo}
Kiasi: Ksh {principal}
Ada: Ksh {fee}
Jumla: Ksh {total}
Muda: miezi {months}
Makato ya mwezi: Ksh {deduction}`,
  },
  schedule: { en: "{schedule}", sw: "{schedule}" },
} as const satisfies Record<Mail["parts"][number], Texts>;

const follow: Texts = {
  en: "Log in and open Loan Stmt List to see the loan.",
  sw: "Ingia na ufungue Taarifa ya Mikopo uone mkopo huu.",
};

function mailText({ lead, parts: wanted }: Mail, language: Language): string {
  const paragraphs = [lead, ...wanted.map((part) => parts[part]), follow];
  return letterOf(
    language,
    paragraphs.map((words) => words[language]),
  );
}

/** The messages to members about their instant loans, each step by SMS and by e-mail. */
export const loanMessages: readonly MessageTemplate[] = [
  ...templatesOf(texts),
  ...Object.entries(mails).map(([name, mail]) => ({
    name: `${name}-email`,
    render: (language: Language, params: Params) => ({
      subject: fill(mail.subject[language], params),
      text: fill(mailText(mail, language), params),
    }),
  })),
];
