import { statementsEn, type StatementWords } from "#shared/messages/statements/statements-en.ts";
import { statementsSw } from "#shared/messages/statements/statements-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the statements. */
export const useStatementWords = inBoth<StatementWords>({ en: statementsEn, sw: statementsSw });
