import { loanPolicyEn, type LoanPolicyWords } from "#shared/messages/loans/policy-en.ts";
import { loanPolicySw } from "#shared/messages/loans/policy-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the loan policy. */
export const useLoanPolicyWords = inBoth<LoanPolicyWords>({ en: loanPolicyEn, sw: loanPolicySw });
