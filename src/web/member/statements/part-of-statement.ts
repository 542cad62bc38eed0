import type * as z from "zod/mini";
import type { running } from "#shared/contract/statements/member-statements.ts";
import { addCents, fromWireAmount, negateCents, toWireAmount } from "#shared/money.ts";
import type { AskedPeriod } from "./asked-period.ts";

export type Running = z.output<typeof running.answer>;

/**
 * Returns the part of a statement for a shorter period, with its own balances and totals; null if
 * the statement does not cover the period.
 */
export function partOfStatement(whole: Running, { from, to }: AskedPeriod): Running | null {
  const isWithin =
    (whole.from === "" || (from !== undefined && from >= whole.from)) &&
    (to === undefined ? whole.to >= whole.asAt : to <= whole.to);
  if (!isWithin) return null;
  const begins = from ?? "";
  const ends = to ?? whole.to;
  const before = whole.movements.findLast(({ date }) => date < begins);
  const movements = whole.movements.filter(({ date }) => date >= begins && date <= ends);
  const broughtForward = before?.balance ?? whole.broughtForward;
  const amounts = movements.map(({ amount }) => fromWireAmount(amount));
  return {
    ...whole,
    from: begins,
    to: ends,
    broughtForward,
    movements,
    totalIn: toWireAmount(addCents(...amounts.filter((amount) => amount > 0n))),
    totalOut: toWireAmount(negateCents(addCents(...amounts.filter((amount) => amount < 0n)))),
    closing: movements.at(-1)?.balance ?? broughtForward,
  };
}
