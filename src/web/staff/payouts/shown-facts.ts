import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { PayoutState } from "#shared/contract/payouts/desk.ts";
import { payoutProblem } from "#shared/messages/payouts/payout-problem.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import type { Details } from "./payout.tsx";

/** Returns the function that describes the facts of a payment. */
export function useFormatShown() {
  const words = useMessages(payoutsMessages);
  const { ksh } = useWords().common;
  const { language } = useSpoken();
  const formatValue = ({ name, value }: Details["shown"][number]): string => {
    if (value === "") return value;
    if (name === "amount") return `${ksh} ${money(Number(value))}`;
    if (name === "state") return words.states[value as PayoutState];
    if (name === "why") return payoutProblem(value, words.problems);
    const isMoment = name === "changed-at" || name === "confirmed-at";
    return isMoment ? formatMoment(value, language) : value;
  };
  return (facts: Details["shown"]) =>
    facts.map((fact) => ({ term: words.shown[fact.name], value: formatValue(fact) }));
}
