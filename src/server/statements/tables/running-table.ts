import { fill, type Language } from "#shared/language.ts";
import { type DocumentWords, documentWords } from "#shared/messages/kernel/documents.ts";
import { addCents, type Cents, formatMoney, negateCents } from "#shared/money.ts";
import {
  hasText,
  type MovementValue,
  type RunningStatement,
  runningStatementKinds,
  type StatementColumn,
  textsOfMovement,
} from "#shared/statement-columns.ts";
import {
  type AccountMovements,
  inward,
  type Movement,
  outward,
} from "#server/ledger/journal/movements.ts";
import type { Cell, StatementTable } from "#server/kernel/documents/statement-document.ts";
import { confirmedColumn, documentColumns } from "./document-columns.ts";

/** Reads a value of a movement, and of the totals and the opening balance if they have it. */
interface Reader {
  readonly of: (movement: Movement) => Cell;
  readonly sum?: (found: AccountMovements) => Cents;
  readonly before?: (found: AccountMovements, words: DocumentWords) => Cell;
}

const netOf = ({ totalIn, totalOut }: AccountMovements) => addCents(totalIn, negateCents(totalOut));

const readers: Readonly<Record<MovementValue, Reader>> = {
  date: { of: ({ date }) => date, before: ({ from }) => from },
  narration: { of: ({ narration }) => narration, before: (_, words) => words.broughtForward },
  reference: { of: ({ reference }) => reference },
  receipt: { of: ({ receipt }) => receipt },
  amount: { of: ({ amount }) => amount, sum: netOf },
  inward: { of: inward, sum: ({ totalIn }) => totalIn },
  outward: { of: outward, sum: ({ totalOut }) => totalOut },
  balance: {
    of: ({ balance }) => balance,
    sum: ({ closing }) => closing,
    before: ({ broughtForward }) => broughtForward,
  },
};

/**
 * Lays out a running statement as a table. A search keeps some of its rows; the totals remain those
 * of the whole period in the books.
 */
export function runningTable(
  language: Language,
  statement: RunningStatement,
  found: AccountMovements,
  search: string,
): StatementTable {
  const words = documentWords(language);
  const columns: readonly StatementColumn<MovementValue>[] =
    runningStatementKinds[statement].columns;
  const shown = columns.map(({ value }) => readers[value]);
  const kept = found.movements.filter((movement) => hasText(textsOfMovement(movement), search));
  const broughtForward = shown.map(({ before }) => before?.(found, words) ?? null);
  return {
    columns: documentColumns(language, columns),
    broughtForward: found.from === null ? null : broughtForward,
    rows: kept.map((movement) => shown.map(({ of }) => of(movement))),
    total: {
      label: words.totalAmount,
      sums: shown.map(({ sum }) => sum?.(found) ?? null),
      tied: confirmedColumn(columns),
    },
    proof: found.from === null ? null : proofOf(words, found),
  };
}

function proofOf({ proof }: DocumentWords, found: AccountMovements): string {
  const count = found.movements.length;
  const net = netOf(found);
  const words = count === 0 ? proof.none : count === 1 ? proof.one : proof.many;
  return fill(words, {
    brought: formatMoney(found.broughtForward),
    sign: net < 0n ? "−" : "+",
    net: formatMoney(net < 0n ? negateCents(net) : net),
    count,
    closing: formatMoney(found.closing),
  });
}
