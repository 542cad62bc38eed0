import { type Cents, cents } from "#shared/money.ts";
import type { StatementLine } from "./statement-row.ts";

/** Lines in order of time with the balances before and after them, or the row that breaks it. */
export type Chain =
  | { readonly lines: readonly StatementLine[]; readonly opening: Cents; readonly closing: Cents }
  | { readonly brokenAt: number };

/** How far ahead lines with the same time are searched: statements sort only by the second. */
const AHEAD = 50;

/**
 * Orders lines by their running balances, whether the file begins with the oldest or the newest.
 * Lines with the same time may be in any order.
 */
export function chainOf(lines: readonly StatementLine[]): Chain {
  const [forward, backward] = [follow(lines), follow(lines.toReversed())];
  if (!("brokenAt" in forward)) return forward;
  if (!("brokenAt" in backward)) return backward;
  const [first, last] = [lines[0], lines.at(-1)];
  const isNewestFirst = first !== undefined && last !== undefined && first.day > last.day;
  return isNewestFirst ? backward : forward;
}

function follow(given: readonly StatementLine[]): Chain {
  let broken: Chain | null = null;
  for (const start of candidates(given, 0)) {
    const lines = [...given];
    swap(lines, 0, start);
    const chain = followFrom(lines);
    if (!("brokenAt" in chain)) return chain;
    broken ??= chain;
  }
  return broken ?? { brokenAt: 0 };
}

function followFrom(lines: StatementLine[]): Chain {
  const [first] = lines;
  if (first === undefined) return { brokenAt: 0 };
  const opening = cents(balanceOf(first) - first.amount);
  let balance: bigint = balanceOf(first);
  for (let at = 1; at < lines.length; at += 1) {
    const next = candidates(lines, at).find((place) => {
      const line = lines[place];
      return line !== undefined && balance + line.amount === balanceOf(line);
    });
    if (next === undefined) return { brokenAt: lines[at]?.row ?? 0 };
    swap(lines, at, next);
    balance = balanceOf(lines[at] ?? first);
  }
  return { lines, opening, closing: cents(balance) };
}

/** The positions of the lines with the same time, from a position on. */
function candidates(lines: readonly StatementLine[], from: number): number[] {
  const here = lines[from];
  const found = [from];
  for (let at = from + 1; at < Math.min(lines.length, from + AHEAD); at += 1) {
    const line = lines[at];
    if (line?.day !== here?.day || line?.time !== here?.time) break;
    found.push(at);
  }
  return found;
}

function swap(lines: StatementLine[], one: number, other: number): void {
  if (one === other) return;
  const [moved] = lines.splice(other, 1);
  if (moved !== undefined) lines.splice(one, 0, moved);
}

function balanceOf({ balance, row }: StatementLine): bigint {
  if (balance === null) throw new Error(`row ${row} has no balance`);
  return balance;
}
