import { caseDeskEn, type CaseDeskWords } from "#shared/messages/cases/desk-en.ts";
import { caseDeskSw } from "#shared/messages/cases/desk-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the office's inbox. */
export const useCaseDeskWords = inBoth<CaseDeskWords>({ en: caseDeskEn, sw: caseDeskSw });
