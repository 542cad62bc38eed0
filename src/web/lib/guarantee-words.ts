import { guaranteesEn, type GuaranteeWords } from "#shared/messages/loans/guarantees-en.ts";
import { guaranteesSw } from "#shared/messages/loans/guarantees-sw.ts";
import { inBoth } from "./words.ts";

/** The words about guarantees. */
export const useGuaranteeWords = inBoth<GuaranteeWords>({ en: guaranteesEn, sw: guaranteesSw });
