import { casesEn, type CasesWords } from "#shared/messages/cases/cases-en.ts";
import { casesSw } from "#shared/messages/cases/cases-sw.ts";
import { inBoth } from "./words.ts";

/** The words about questions and suggestions that members and the office share. */
export const useCasesWords = inBoth<CasesWords>({ en: casesEn, sw: casesSw });
