import { guaranteesEn, type GuaranteeWords } from "#shared/messages/guarantees-en.ts";
import { guaranteesSw } from "#shared/messages/guarantees-sw.ts";
import { inBoth } from "./words.ts";

/** The words about guarantees. */
export const useGuaranteeWords = inBoth<GuaranteeWords>({ en: guaranteesEn, sw: guaranteesSw });
