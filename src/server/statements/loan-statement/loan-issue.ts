import type { Language } from "#shared/language.ts";
import { readHeading } from "#server/kernel/documents/heading.ts";
import type { Issue } from "#server/kernel/documents/issue.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { wordedMovements } from "#server/statements/tables/worded-narrations.ts";
import { lendingOf, loanWithMovements } from "./loan-rows.ts";
import { loanStatement, wasLent } from "./loan-statement.ts";

interface AskedLoan {
  readonly loanNo: string;
  readonly format: "pdf" | "print";
  readonly language: Language;
  readonly publicUrl: string;
}

/**
 * Reads the statement of one loan from one snapshot. Throws `no-such-loan` for another member's,
 * and `loan-not-lent` for an application that was not paid out.
 */
export async function loanStatementToIssue(
  snapshot: Snapshot,
  scope: MemberScope,
  { loanNo, format, language, publicUrl }: AskedLoan,
): Promise<Issue> {
  const heading = await readHeading(snapshot, scope);
  const found = await loanWithMovements(snapshot, scope, loanNo);
  if (heading === null || found === null) throw new Problem("no-such-loan");
  if (!wasLent(found.loan)) throw new Problem("loan-not-lent");
  const lending = await lendingOf(snapshot, found.loan);
  const moved = wordedMovements(language, found.moved);
  return {
    statement: "loan-statement",
    format,
    language,
    publicUrl,
    heading,
    ...loanStatement(language, { loan: found.loan, moved, lending }),
  };
}
