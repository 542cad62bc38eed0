import { payoutsEn, type PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import { payoutsSw } from "#shared/messages/payouts/payouts-sw.ts";
import { inBoth } from "./words.ts";

/** The words of payments to phones. */
export const usePayoutWords = inBoth<PayoutWords>({ en: payoutsEn, sw: payoutsSw });
