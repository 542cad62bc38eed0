import type { Servicing } from "#shared/contract/loans/guarantees.ts";
import { fill } from "#shared/language.ts";
import type { GuaranteeWords } from "#shared/messages/loans/guarantees-en.ts";
import { money } from "#web/lib/figures.ts";

/** A loan with how it runs, in words. */
interface Already {
  readonly text: string;
  readonly isLate: boolean;
}

interface Guaranteed {
  readonly loanNo: string;
  readonly servicing: Servicing;
  readonly late: number;
}

/** Puts the late loans before the others, whose order stays. */
export function lateFirst<Loan extends { readonly servicing: Servicing }>(
  loans: readonly Loan[],
): Loan[] {
  const isLate = (loan: Loan): number => Number(loan.servicing === "late");
  return loans.toSorted((one, other) => isLate(other) - isLate(one));
}

/**
 * Returns the loans that a member still guarantees, each with its state, the late ones first:
 * "IL1987, Ksh 4,180 late". Loans that are paid off are left out.
 */
export function alreadyGuaranteed(
  standing: readonly Guaranteed[],
  words: Pick<GuaranteeWords["already"], "late" | "on-time" | "waiting">,
): Already[] {
  const running = standing.flatMap(({ servicing, ...loan }) =>
    servicing === "paid" ? [] : { servicing, ...loan },
  );
  return lateFirst(running).map(({ loanNo, servicing, late }) => ({
    text: fill(words[servicing], { loanNo, amount: money(late) }),
    isLate: servicing === "late",
  }));
}
