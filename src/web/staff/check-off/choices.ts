import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type Destination, placements } from "#shared/contract/check-off/files.ts";
import { fill } from "#shared/language.ts";
import { money } from "#web/lib/figures.ts";
import type { Batch } from "./batch-data.ts";
import type { Line } from "./lines.tsx";

/** A destination for a line, or a part of it. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly to: Destination;
  readonly loanNo?: string;
  /** The input it needs. */
  readonly typed?: "loanNo" | "memberNo";
}

/** Returns the destinations for a line: its member's loans first, by due date. */
export function useChoices(batch: Batch, { loans, member }: Line): readonly Choice[] {
  const { decision: words, destinations: names } = useMessages(checkOffMessages);
  const known = loans.map((loan): Choice => {
    const { loanNo, purpose } = loan;
    const values = { loanNo, purpose, balance: money(loan.balance), due: money(loan.due) };
    return { key: loanNo, label: fill(words.loan, values), to: "loan", loanNo };
  });
  const funds = placements.filter((to) => {
    return to !== "loan" && (to !== "deposits" || batch.takesDeposits);
  });
  const own = funds.map((to): Choice => {
    return { key: to, label: fill(words.own, { where: names[to] }), to };
  });
  const others = funds.map((to): Choice => {
    const label = fill(words.otherMember, { where: names[to] });
    return { key: `other ${to}`, label, to, typed: "memberNo" };
  });
  return [
    ...known,
    ...(member === "" ? [] : own),
    { key: "other loan", label: words.other, to: "loan", typed: "loanNo" },
    ...others.filter(({ to }) => to === "deposits" || to === "share-capital"),
    ...(batch.state === "prepared"
      ? [{ key: "suspense", label: words.suspense, to: "suspense" } as const]
      : []),
  ];
}

/** Returns a choice in the form the server takes. */
export function directionOf({ to, loanNo, typed }: Choice, number: string) {
  return { to, ...(loanNo && { loanNo }), ...(typed && { [typed]: number.trim() }) };
}
