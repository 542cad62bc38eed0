import { loanPagesEn, type LoanPageWords } from "#shared/messages/loans/pages-en.ts";
import { loanPagesSw } from "#shared/messages/loans/pages-sw.ts";
import { inBoth } from "./words.ts";

/** The words of a member's pages about instant loans. */
export const useLoanWords = inBoth<LoanPageWords>({ en: loanPagesEn, sw: loanPagesSw });
