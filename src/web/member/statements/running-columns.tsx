import type { Language } from "#shared/language.ts";
import type { StatementWords } from "#shared/messages/statements/statements-en.ts";
import { addCents, formatMoney, fromWireAmount, negateCents, ZERO_CENTS } from "#shared/money.ts";
import {
  type MovementValue,
  type RunningStatement,
  runningStatementKinds,
  type StatementColumn,
} from "#shared/statement-columns.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { type Column, Tie } from "#web/ui/table.tsx";
import { isNumber } from "./list-columns.tsx";
import type { Running } from "./part-of-statement.ts";
import type { Movement } from "./running-statement.tsx";

type Shown = Omit<Column<Movement>, "head" | "number">;

/** The columns of a running statement on the page and on a phone's cards. */
export function runningColumns(
  statement: RunningStatement,
  found: Running,
  words: StatementWords,
  language: Language,
): Column<Movement>[] {
  const columns: readonly StatementColumn<MovementValue>[] =
    runningStatementKinds[statement].columns;
  return columns.map(({ value, head: name, kind }) => {
    const head = words.heads[name];
    return { head, number: isNumber(kind), ...shownBy[value]({ head, found, words, language }) };
  });
}

interface Facts {
  readonly head: string;
  readonly found: Running;
  readonly words: StatementWords;
  readonly language: Language;
}

const shownBy: Readonly<Record<MovementValue, (facts: Facts) => Shown>> = {
  date: ({ found, language }) => ({
    place: "when",
    cell: ({ date }) => formatDay(date, language),
    ...(found.from && { opening: formatDay(found.from, language) }),
  }),
  narration: ({ found, words }) => ({
    place: "what",
    cell: ({ narration }) => narration,
    ...(found.from && { opening: words.table.broughtForward }),
  }),
  reference: () => ({ place: "reference", quiet: true, cell: ({ reference }) => reference }),
  receipt: () => ({ place: "more", quiet: true, cell: ({ receipt }) => receipt }),
  amount: ({ found }) => ({
    place: "howMuch",
    cell: ({ amount }) => money(amount),
    total: formatMoney(netOf(found)),
  }),
  inward: ({ head, found }) => ({
    ...side(head, (amount) => amount),
    onCard: ({ amount }) => amount >= 0,
    total: money(found.totalIn),
    totalPlace: "howMuch",
  }),
  outward: ({ head, found }) => ({
    ...side(head, negateCents),
    onCard: ({ amount }) => amount < 0,
    total: money(found.totalOut),
    totalPlace: "more",
  }),
  balance: ({ found, words }) => ({
    place: "balance",
    cardLabel: words.card.running,
    cell: ({ balance }) => money(balance),
    ...(found.from && { opening: money(found.broughtForward) }),
    total: <Tie>{money(found.closing)}</Tie>,
    totalLabel: words.card.closing,
  }),
};

function netOf({ totalIn, totalOut }: Running) {
  return addCents(fromWireAmount(totalIn), negateCents(fromWireAmount(totalOut)));
}

/** Money in or money out; a card leaves out the one of the two that is zero. */
function side(head: string, goes: typeof negateCents): Shown {
  return {
    place: "howMuch",
    cardLabel: head,
    cell: ({ amount }) => {
      const moved = goes(fromWireAmount(amount));
      return formatMoney(moved > 0n ? moved : ZERO_CENTS);
    },
    totalLabel: head,
  };
}
