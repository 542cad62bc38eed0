import type { StatementWords } from "#shared/messages/statements/statements-en.ts";

/**
 * Returns how a page or a document names a loan's product or purpose. The wire and the books keep
 * the English names of the products we lend; another product keeps the name it came with.
 */
export function loanName(names: StatementWords["loanNames"], stored: string): string {
  return Object.hasOwn(names, stored) ? (names[stored] ?? stored) : stored;
}
