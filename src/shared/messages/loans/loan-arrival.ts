import type { Language } from "#shared/language.ts";
import type { PayoutWay } from "#shared/payout-ways.ts";

/** How a loan's money reached its member, as the messages name it; empty stands for M-Pesa. */
export const loanArrivalWords: Readonly<
  Record<Language, Readonly<Record<PayoutWay | "", string>>>
> = {
  en: { "": "M-Pesa", bank: "bank", cheque: "cheque", cash: "cash" },
  sw: { "": "M-Pesa", bank: "benki", cheque: "hundi", cash: "taslimu" },
};
