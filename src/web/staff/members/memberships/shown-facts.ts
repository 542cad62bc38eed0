import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ExitState, ShownExitFact } from "#shared/contract/exits/settlement.ts";
import { money } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { useActorLabel } from "#web/staff/actor-label.ts";
import type { ExitView } from "./exit.tsx";

const amounts: ReadonlySet<ShownExitFact> = new Set([
  "deposits",
  "dividend",
  "tax",
  "share-capital",
  "refund",
]);

/** Returns the function that describes the facts of an exit, with equal labels on one line. */
export function useFormatShown() {
  const actorLabel = useActorLabel();
  const { exit: words } = useMessages(membershipMessages);
  const { ksh } = useWords().common;
  const formatValue = ({ name, value }: ExitView["shown"][number]): string => {
    if (value === "") return value;
    if (amounts.has(name)) return `${ksh} ${money(Number(value))}`;
    if (name === "state") return words.states[value as ExitState];
    return name === "asked-by" || name === "approved-by" ? actorLabel(value) : value;
  };
  return (facts: ExitView["shown"]) =>
    [...new Set(facts.map(({ name }) => name))].map((name) => ({
      term: words.shown[name],
      value: facts
        .filter((fact) => fact.name === name)
        .map(formatValue)
        .join("; "),
    }));
}
