import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { CloseState } from "#shared/contract/ledger/months.ts";
import type { UnreconciledCause } from "#shared/contract/reconciliation/files.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useActorLabel } from "#web/staff/actor-label.ts";
import type { Close } from "./months.tsx";

type Unreconciled = Close["unreconciled"][number];

/** Returns the function that says why an account is not reconciled, with its difference. */
export function useUnreconciledCause() {
  const { months: words } = useMessages(booksMessages);
  return ({ cause, items, difference }: Omit<Unreconciled, "account">): string =>
    fill(words.causes[cause], { items: formatCount(items), amount: money(difference) });
}

/** Returns the function that describes the facts of a close. */
export function useFormatShown() {
  const actorLabel = useActorLabel();
  const { months: words } = useMessages(booksMessages);
  const { ksh } = useWords().common;
  const { language } = useSpoken();
  const describe = useUnreconciledCause();
  const formatValue = ({ name, value }: Close["shown"][number]): string => {
    if (name === "month") return formatDay(value, language, "monthYear");
    if (name === "state") return words.states[value as CloseState];
    if (name === "total") return `${ksh} ${money(Number(value))}`;
    if (name === "reconciled") return value === "yes" ? words.shown.yes : words.shown.no;
    if (name === "unreconciled-bank" || name === "unreconciled-mobile-money") {
      const [cause = "", items = "", difference = ""] = value.split(" ");
      return describe({
        cause: cause as UnreconciledCause,
        items: Number(items),
        difference: Number(difference) / 100,
      });
    }
    return name === "prepared-by" || name === "reopen-by" ? actorLabel(value) : value;
  };
  return (facts: Close["shown"]) =>
    facts.map((fact) => ({ term: words.shown[fact.name], value: formatValue(fact) }));
}
