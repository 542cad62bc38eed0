import type { Language } from "#shared/language.ts";
import type { TransferDestination } from "#shared/contract/withdrawals/transfers.ts";
import { accountNameIn } from "#server/messaging/outbox/account-names.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

/** The name of an account, or the number of a loan, in an SMS. */
export const placeName = (language: Language, to: TransferDestination, loanNo: string): string =>
  to === "loan" ? loanNo : accountNameIn(language, to);

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
export const transferMessages: readonly MessageTemplate[] = templatesOf(texts);
