import type { Language } from "#shared/language.ts";
import type { PayoutChannel } from "#shared/payout-ways.ts";

/** Where the money of a payment goes, within the sentence of a message, by its channel. */
export const payoutPlaces: Readonly<Record<PayoutChannel, Readonly<Record<Language, string>>>> = {
  phone: { en: "phone", sw: "simu" },
  office: { en: "bank", sw: "benki" },
};
