import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ShownLoanFact } from "#shared/contract/loans/desk.ts";
import type { LoanState } from "#shared/contract/loans/instant-loans.ts";
import { money } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import type { LoanFile } from "./application.tsx";

const amounts: ReadonlySet<ShownLoanFact> = new Set([
  "amount",
  "instalment",
  "total",
  "owed",
  "owed-here",
  "free-deposits",
  "share-capital",
]);

/** Returns the function that describes the facts of a loan, with equal labels on one line. */
export function useFormatShown() {
  const { shown: labels, states } = useMessages(loanDeskMessages);
  const { ksh } = useWords().common;
  const formatValue = ({ name, value }: LoanFile["shown"][number]): string => {
    if (amounts.has(name)) return `${ksh} ${money(Number(value))}`;
    return name === "state" ? states[value as LoanState] : value;
  };
  return (facts: LoanFile["shown"]) => {
    const names = [...new Set(facts.map(({ name }) => name))];
    return names.map((name) => ({
      term: labels[name],
      value: facts
        .filter((fact) => fact.name === name)
        .map(formatValue)
        .join("; "),
    }));
  };
}
