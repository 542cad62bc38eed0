import { statementsEn, type StatementWords } from "#shared/messages/statements-en.ts";
import { statementsSw } from "#shared/messages/statements-sw.ts";
import { useSpoken } from "./language.ts";

const both = { en: statementsEn, sw: statementsSw };

/** The words of the statements. They come with the pages that say them, after Login's budget. */
export function useStatementWords(): StatementWords {
  return both[useSpoken().language];
}
