import { loanDeskEn } from "#shared/messages/loans/desk-en.ts";
import { loanDeskSw } from "#shared/messages/loans/desk-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the staff's loan desk. */
export const useLoanDeskWords = inBoth({ en: loanDeskEn, sw: loanDeskSw });
