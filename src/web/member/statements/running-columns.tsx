import type { RunningStatement } from "#shared/contract/statements/member-statements.ts";
import type { Language } from "#shared/language.ts";
import type { StatementWords } from "#shared/messages/statements/statements-en.ts";
import { addCents, formatMoney, fromWireAmount, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { sayDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { type Column, Tie } from "#web/ui/table.tsx";
import type { Movement, Running } from "./running-statement.tsx";

/** The columns of each running statement, as the specification names and orders them. */
export function runningColumns(
  statement: RunningStatement,
  found: Running,
  { heads, card, table }: StatementWords,
  language: Language,
): Column<Movement>[] {
  const forward = found.from === "" ? null : found;
  const day = (head: string): Column<Movement> => ({
    head,
    place: "when",
    cell: ({ date }) => sayDay(date, language),
    ...(forward?.from && { opening: sayDay(forward.from, language) }),
  });
  const narration: Column<Movement> = {
    head: heads.narration,
    place: "what",
    cell: (movement) => movement.narration,
    ...(forward && { opening: table.broughtForward }),
  };
  const ref: Column<Movement> = {
    head: heads.ref,
    place: "reference",
    quiet: true,
    cell: ({ reference }) => reference,
  };
  const balance: Column<Movement> = {
    head: heads.running,
    place: "balance",
    number: true,
    cardLabel: card.running,
    cell: (movement) => money(movement.balance),
    ...(forward && { opening: money(forward.broughtForward) }),
    total: <Tie>{money(found.closing)}</Tie>,
    totalLabel: card.closing,
  };
  const inward = side(heads, found, "in", statement === "dividend" ? "dividend" : "savings");
  const outward = side(heads, found, "out", statement === "dividend" ? "paid" : "withdrawn");
  if (statement === "savings") {
    return [day(heads.inputDate), narration, ref, signed(heads.savings, found), balance];
  }
  if (statement === "dividend") return [day(heads.date), narration, ref, inward, outward, balance];
  const account: Column<Movement> = {
    head: heads.account,
    place: "more",
    quiet: true,
    cell: ({ receipt }) => receipt,
  };
  return [day(heads.date), narration, ref, account, outward, inward, balance];
}

/** The signed amount of each movement, and their sum. */
function signed(head: string, { totalIn, totalOut }: Running): Column<Movement> {
  const net = addCents(fromWireAmount(totalIn), negateCents(fromWireAmount(totalOut)));
  return {
    head,
    place: "howMuch",
    number: true,
    cell: ({ amount }) => money(amount),
    total: formatMoney(net),
  };
}

type Side = "in" | "out";

/** Money in or money out; a card leaves out the one of the two that is zero. */
function side(
  heads: StatementWords["heads"],
  found: Running,
  which: Side,
  head: "dividend" | "savings" | "paid" | "withdrawn",
): Column<Movement> {
  const sized = ({ amount }: Movement): string => {
    const moved = fromWireAmount(amount);
    const goes = which === "in" ? moved : negateCents(moved);
    return formatMoney(goes > 0n ? goes : ZERO_CENTS);
  };
  return {
    head: heads[head],
    place: "howMuch",
    number: true,
    cardLabel: heads[head],
    onCard: (movement) => (which === "in") === movement.amount >= 0,
    cell: sized,
    total: money(which === "in" ? found.totalIn : found.totalOut),
    totalLabel: heads[head],
    totalPlace: which === "in" ? "howMuch" : "more",
  };
}
