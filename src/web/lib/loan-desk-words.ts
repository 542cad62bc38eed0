import { loanDeskEn } from "#shared/messages/loan-desk-en.ts";
import { loanDeskSw } from "#shared/messages/loan-desk-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the staff's loan desk. */
export const useLoanDeskWords = inBoth({ en: loanDeskEn, sw: loanDeskSw });
