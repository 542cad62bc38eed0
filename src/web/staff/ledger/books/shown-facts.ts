import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { CloseState } from "#shared/contract/ledger/months.ts";
import { sayDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useSayWho } from "#web/staff/say-who.ts";
import type { Close } from "./months.tsx";

/** Returns the function that describes the facts of a close. */
export function useSayShown() {
  const sayWho = useSayWho();
  const { months: words } = useMessages(booksMessages);
  const { ksh } = useWords().common;
  const { language } = useSpoken();
  const sayValue = ({ name, value }: Close["shown"][number]): string => {
    if (name === "month") return sayDay(value, language, "monthYear");
    if (name === "state") return words.states[value as CloseState];
    if (name === "total") return `${ksh} ${money(Number(value))}`;
    if (name === "reconciled") return value === "yes" ? words.shown.yes : words.shown.no;
    return name === "prepared-by" || name === "reopen-by" ? sayWho(value) : value;
  };
  return (facts: Close["shown"]) =>
    facts.map((fact) => ({ term: words.shown[fact.name], value: sayValue(fact) }));
}
