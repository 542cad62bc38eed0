import type { Language } from "#shared/language.ts";
import type { SplitMode } from "#shared/split-modes.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templatesOf } from "#server/messaging/outbox/templates.ts";

type Texts = Readonly<Record<Language, string>>;

/** The texts about the payment; 160 characters at most once filled in. */
const texts = {
  "dividend-reminder": {
    en: "{society}: your dividend for {year} is Ksh {amount}. Log in by {date} {time} to choose, or it goes to your {where}. Questions? Call {phone}.",
    sw: "{society}: gawio lako la {year} ni Ksh {amount}. Ingia uchague kufikia {date} {time}, la sivyo litaenda kwenye {where}. Maswali? Piga {phone}.",
  },
  "dividend-paid": {
    en: "{society} paid dividend {year}: M-Pesa {mobile}, shares {shares}, loans {loans}, bills {bills}, tax {tax}. Wrong? Call {phone}.",
    sw: "{society}: gawio {year}: M-Pesa {mobile}, hisa {shares}, mikopo {loans}, bili {bills}, kodi {tax}. Maswali? Piga {phone}.",
  },
  "dividend-to-bank": {
    en: "{society}: Ksh {amount} of your {year} dividend goes to your bank account with our next file for the bank. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} zitaenda kwa akaunti yako ya benki na faili letu lijalo. Maswali? Piga {phone}.",
  },
  "dividend-hold-number": {
    en: "{society}: Ksh {amount} of your {year} dividend is on hold: your number is not confirmed. Log in and confirm it, or call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} zinasubiri: nambari yako haijathibitishwa. Ingia uithibitishe, au piga {phone}.",
  },
  "dividend-hold-loan": {
    en: "{society}: Ksh {amount} of your {year} dividend is on hold: the loan is already paid. Log in and choose again, or call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} zinasubiri: mkopo umeshalipwa. Ingia uchague tena, au piga {phone}.",
  },
  "dividend-hold-left": {
    en: "{society}: Ksh {amount} of your {year} dividend is on hold at our office, as your membership has ended. Please call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} zinasubiri ofisini, kwa kuwa uanachama umeisha. Tafadhali piga {phone}.",
  },
  "dividend-moved-shares": {
    en: "{society}: Ksh {amount} of your {year} dividend could not go as you chose. It is in your share capital. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} hazikuweza kwenda ulikochagua; ziko kwenye hisa. Maswali? Piga {phone}.",
  },
  "dividend-moved-deposits": {
    en: "{society}: Ksh {amount} of your {year} dividend could not go as you chose. It is in your deposits. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio la {year} hazikuweza kwenda ulikochagua; ziko kwenye amana. Maswali? Piga {phone}.",
  },
  "dividend-released": {
    en: "{society}: your number is confirmed. Ksh {amount} of your dividend on hold is on its way to your phone. Questions? Call {phone}.",
    sw: "{society}: nambari yako imethibitishwa. Ksh {amount} za gawio zilizosubiri zinatumwa kwenye simu yako. Maswali? Piga {phone}.",
  },
  "dividend-released-bank": {
    en: "{society}: Ksh {amount} of your dividend on hold goes to your bank account with our next file. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio zilizosubiri zitaenda kwa akaunti yako ya benki na faili letu lijalo. Maswali? Piga {phone}.",
  },
  "dividend-held-to-shares": {
    en: "{society}: Ksh {amount} of your dividend on hold went to your share capital. Not right? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio zilizokuwa zinasubiri zimewekwa kwenye hisa zako. Si sahihi? Piga {phone}.",
  },
  "dividend-held-to-deposits": {
    en: "{society}: Ksh {amount} of your dividend on hold went to your deposits. Not right? Call {phone}.",
    sw: "{society}: Ksh {amount} za gawio zilizokuwa zinasubiri zimewekwa kwenye amana zako. Si sahihi? Piga {phone}.",
  },
  "dividend-held-to-cash": {
    en: "{society}: Ksh {amount} of your dividend on hold was paid in cash at the office. Not you? Call {phone} at once.",
    sw: "{society}: Ksh {amount} za gawio zilizokuwa zinasubiri zimelipwa taslimu ofisini. Si wewe? Piga {phone} mara moja.",
  },
} as const satisfies Record<string, Texts>;

/** The "where" of a reminder, by the mode of a dividend for which nobody chooses. */
export const placesWithoutChoice = {
  mobile: { en: "phone", sw: "simu yako" },
  "share-capital": { en: "share capital", sw: "hisa zako" },
} as const satisfies Partial<Record<SplitMode, Texts>>;

export type PaymentMessage = keyof typeof texts;

/** The messages to members before the window closes and after the payment. */
export const paymentMessages: readonly MessageTemplate[] = templatesOf(texts);
