import type { Servicing } from "#shared/contract/loans/guarantees.ts";
import { fill } from "#shared/language.ts";
import type { GuaranteeWords } from "#shared/messages/loans/guarantees-en.ts";
import { money } from "#web/lib/figures.ts";

interface Guaranteed {
  readonly loanNo: string;
  readonly servicing: Servicing;
  readonly late: number;
}

/**
 * Returns the loans that a member still guarantees, each with how it runs, the late ones first:
 * "IL1987, Ksh 4,180 late". Loans that are paid off bind nobody.
 */
export function alreadyGuaranteed(
  standing: readonly Guaranteed[],
  words: Pick<GuaranteeWords["already"], "late" | "on-time" | "waiting">,
): string[] {
  const running = standing.filter(({ servicing }) => servicing !== "paid");
  return running
    .toSorted((one, other) => Number(other.servicing === "late") - Number(one.servicing === "late"))
    .map(({ loanNo, servicing, late }) => {
      if (servicing === "paid") return loanNo;
      return fill(words[servicing], { loanNo, amount: money(late) });
    });
}
