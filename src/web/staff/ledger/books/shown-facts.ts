import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { CloseState } from "#shared/contract/ledger/months.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useActorLabel } from "#web/staff/actor-label.ts";
import type { Close } from "./months.tsx";

/** Returns the function that describes the facts of a close. */
export function useFormatShown() {
  const actorLabel = useActorLabel();
  const { months: words } = useMessages(booksMessages);
  const { ksh } = useWords().common;
  const { language } = useSpoken();
  const formatValue = ({ name, value }: Close["shown"][number]): string => {
    if (name === "month") return formatDay(value, language, "monthYear");
    if (name === "state") return words.states[value as CloseState];
    if (name === "total") return `${ksh} ${money(Number(value))}`;
    if (name === "reconciled") return value === "yes" ? words.shown.yes : words.shown.no;
    return name === "prepared-by" || name === "reopen-by" ? actorLabel(value) : value;
  };
  return (facts: Close["shown"]) =>
    facts.map((fact) => ({ term: words.shown[fact.name], value: formatValue(fact) }));
}
