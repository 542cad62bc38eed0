import type { Language } from "#shared/language.ts";
import { loanName } from "#shared/loan-names.ts";
import { statementsEn } from "./statements-en.ts";
import { statementsSw } from "./statements-sw.ts";

/** Returns the level of a guarantee in a document. */
export function documentGuaranteeLevel(language: Language, stored: string): string {
  const { guaranteeLevels } = language === "sw" ? statementsSw : statementsEn;
  return guaranteeLevels[stored] ?? stored;
}

/** Returns the name of a loan's product or purpose in a document. */
export function documentLoanName(language: Language, stored: string): string {
  return loanName((language === "sw" ? statementsSw : statementsEn).loanNames, stored);
}
