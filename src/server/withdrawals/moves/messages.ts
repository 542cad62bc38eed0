import { fill, type Language } from "#shared/language.ts";
import type { TransferDestination } from "#shared/contract/withdrawals/transfers.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";

type Plain = Exclude<TransferDestination, "loan">;

const names: Readonly<Record<Language, Readonly<Record<Plain, string>>>> = {
  en: { deposits: "deposits", "share-capital": "share capital" },
  sw: { deposits: "amana", "share-capital": "hisa" },
};

/** The name of an account in an SMS. */
export function destinationName(language: Language, destination: Plain): string {
  return names[language][destination];
}

/** The name of an account, or the number of a loan, in an SMS. */
export const placeName = (language: Language, to: TransferDestination, loanNo: string): string =>
  to === "loan" ? loanNo : destinationName(language, to);

// Plain letters and at most 160 characters, so that each is one SMS.
const texts = {
  "transfer-made": {
    en: "{society}: Ksh {amount} moved from your withdrawable account to your {where}, reference {reference}. Not you? Call {phone}.",
    sw: "{society}: Ksh {amount} zimehamishwa kutoka akaunti yako ya kutoa hadi {where}, kumbukumbu {reference}. Si wewe? Piga {phone}.",
  },
  "standing-short": {
    en: "{society}: Ksh {amount} was not moved to {where} this month, as the balance of {account} is too low. You can move it yourself. Call {phone}.",
    sw: "{society}: Ksh {amount} hazikuhamishwa kwenda {where} mwezi huu; akaunti {account} ina pungufu. Unaweza kuzihamisha. Piga {phone}.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The SMS to a member about money that they moved. */
export const transferMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]) => ({
    name,
    render: (language, params) => ({
      subject: params["society"] ?? "",
      text: fill(words[language], params),
    }),
  }),
);
