import { withdrawalDeskMessages } from "#shared/messages/withdrawals/withdrawal-desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type * as z from "zod/mini";
import type { details } from "#shared/contract/withdrawals/desk.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";

export type Details = z.output<typeof details.answer>;

/** Returns the function that describes the facts of a withdrawal. */
export function useFormatShown() {
  const words = useMessages(withdrawalDeskMessages);
  const { ksh } = useWords().common;
  const { language } = useSpoken();
  const formatValue = ({ name, value }: Details["shown"][number]): string => {
    if (value === "") return value;
    if (name === "amount" || name === "fee" || name === "balance") {
      return `${ksh} ${money(Number(value))}`;
    }
    if (name === "channel") return words.channels[value === "phone" ? "phone" : "office"];
    if (name === "ready-on") return formatDay(value, language);
    return name === "asked-at" || name === "held-until" ? formatMoment(value, language) : value;
  };
  return (facts: Details["shown"]) =>
    facts.map((fact) => ({ term: words.shown[fact.name], value: formatValue(fact) }));
}
