import type { OverpaymentTarget } from "#shared/contract/check-off/overpayments.ts";
import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templateOf } from "#server/messaging/outbox/templates.ts";

// Plain letters and at most 160 characters, so that each is one SMS.
const texts: Readonly<Record<OverpaymentTarget, Readonly<Record<Language, string>>>> = {
  deposits: {
    en: "{society}: Ksh {amount} that you overpaid on loan {loanNo} is now in your deposits. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} ulizolipa zaidi kwa mkopo {loanNo} sasa ziko kwenye amana zako. Maswali? Piga {phone}.",
  },
  loan: {
    en: "{society}: Ksh {amount} that you overpaid on loan {loanNo} went to your loan {toLoanNo}. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} ulizolipa zaidi kwa mkopo {loanNo} zimelipa mkopo wako {toLoanNo}. Maswali? Piga {phone}.",
  },
  refund: {
    en: "{society}: we will refund Ksh {amount} that you overpaid on loan {loanNo}. Questions? Call {phone}.",
    sw: "{society}: tutakurudishia Ksh {amount} ulizolipa zaidi kwa mkopo {loanNo}. Maswali? Piga {phone}.",
  },
};

/** The SMS to a member about the destination of an overpayment. */
export const overpaymentMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([to, words]) => templateOf(`overpayment-to-${to}`, words),
);
