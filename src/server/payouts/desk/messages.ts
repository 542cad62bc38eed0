import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import type { PayoutMessage, RefundMessage } from "#server/payouts/queue/notify.ts";

// Plain letters and at most 160 characters, so that each is one SMS.
type Name = PayoutMessage | RefundMessage | "payout-returned";
const texts: Readonly<Record<Name, Readonly<Record<Language, string>>>> = {
  "payout-returned": {
    en: "{society}: Ksh {amount} that we paid you, receipt {receipt}, came back to us. It is safe. Log in to see it, or call {phone}.",
    sw: "{society}: Ksh {amount} tulizokulipa, risiti {receipt}, zimeturudia. Ziko salama. Ingia uzione, au piga {phone}.",
  },
  "payout-failed": {
    en: "{society}: Ksh {amount} of your {year} dividend did not reach your {where}. It is safe. Log in to see what to do, or call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} hazikufika kwenye {where} yako. Ziko salama. Ingia uone la kufanya, au piga {phone}.",
  },
  "payout-resent": {
    en: "{society}: Ksh {amount} of your {year} dividend is on its way to your {where} again. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} zinatumwa tena kwenye {where} yako. Maswali? Piga {phone}.",
  },
  "payout-to-shares": {
    en: "{society}: Ksh {amount} of your {year} dividend went to your share capital, not to your {where}. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} zimewekwa kwenye hisa zako badala ya {where}. Maswali? Piga {phone}.",
  },
  "payout-to-account": {
    en: "{society}: Ksh {amount} of your {year} dividend went to your withdrawable account, not to your {where}. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} zimewekwa kwenye amana unazoweza kutoa badala ya {where}. Maswali? Piga {phone}.",
  },
  "payout-in-cash": {
    en: "{society}: Ksh {amount} of your {year} dividend was paid to you in cash at the office. Not you? Call {phone} at once.",
    sw: "{society}: umelipwa Ksh {amount} za gawio la {year} taslimu ofisini. Si wewe? Piga {phone} mara moja.",
  },
  "dividend-at-bank": {
    en: "{society}: Ksh {amount} of your {year} dividend was paid to you, receipt {receipt}. Not received? Call {phone}.",
    sw: "{society}: umelipwa Ksh {amount} za gawio la {year}, risiti {receipt}. Hukupokea? Piga {phone}.",
  },
  "refund-arrived": {
    en: "{society}: we refunded Ksh {amount} overpaid on loan {loanNo}, receipt {receipt}. Not received? Call {phone}.",
    sw: "{society}: umepokea Ksh {amount}, ulizozidisha kwenye mkopo {loanNo}, risiti {receipt}. Hukupokea? Piga {phone}.",
  },
  "refund-unsent": {
    en: "{society}: we could not send you the Ksh {amount} overpaid on loan {loanNo}. It is still yours. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount}, ulizozidisha kwenye mkopo {loanNo}, hazikuweza kutumwa. Bado ni zako. Maswali? Piga {phone}.",
  },
  "withdrawal-arrived": {
    en: "{society}: Ksh {amount} of your withdrawal {reference} was paid, receipt {receipt}. Not received? Call {phone}.",
    sw: "{society}: Ksh {amount} za ombi lako {reference} zimelipwa, risiti {receipt}. Hukupokea? Piga {phone}.",
  },
  "withdrawal-unsent": {
    en: "{society}: we could not send Ksh {amount}, {reference}. The money and any fee are back in your account. Questions? Call {phone}.",
    sw: "{society}: hatukuweza kutuma Ksh {amount}, {reference}. Pesa na ada yoyote zimerudi kwenye akaunti yako. Maswali? Piga {phone}.",
  },
  "exit-refund-arrived": {
    en: "{society}: we paid you your refund of Ksh {amount}, receipt {receipt}. Thank you. Not received? Call {phone}.",
    sw: "{society}: tumekulipa pesa zako za kutoka, Ksh {amount}, risiti {receipt}. Asante. Hukupokea? Piga {phone}.",
  },
  "exit-refund-unsent": {
    en: "{society}: we could not send you your refund of Ksh {amount}. The office will call you. Questions? Call {phone}.",
    sw: "{society}: hatukuweza kukutumia pesa zako za kutoka, Ksh {amount}. Ofisi itakupigia. Maswali? Piga {phone}.",
  },
};

const subjects: Readonly<Record<Language, string>> = {
  en: "{society}: a payment to you",
  sw: "{society}: malipo yako",
};

/** The messages to members about payments that did not reach their phones. */
export const payoutMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]: [string, Readonly<Record<Language, string>>]) => ({
    name,
    render: (language, params) => ({
      subject: fill(subjects[language], params),
      text: fill(words[language], params),
    }),
  }),
);
