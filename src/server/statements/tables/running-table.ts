import type { RunningStatement } from "#shared/contract/statements/member-statements.ts";
import { fill, type Language } from "#shared/language.ts";
import { type DocumentWords, documentWords } from "#shared/messages/kernel/documents.ts";
import { addCents, type Cents, formatMoney, negateCents } from "#shared/money.ts";
import {
  type AccountMovements,
  inward,
  type Movement,
  outward,
} from "#server/ledger/journal/movements.ts";
import type { Cell, Column, StatementTable } from "#server/kernel/documents/statement-document.ts";

/** One column: its heading, and its value for a movement, the totals and the opening balance. */
interface Shown extends Column {
  readonly of: (movement: Movement) => Cell;
  readonly sum?: (found: AccountMovements) => Cents;
  readonly before?: (found: AccountMovements, words: DocumentWords) => Cell;
}

const netOf = ({ totalIn, totalOut }: AccountMovements) => addCents(totalIn, negateCents(totalOut));

/** The columns of each running statement, named and ordered as specified. */
function shownColumns(statement: RunningStatement, { heads }: DocumentWords): Shown[] {
  const narration: Shown = {
    head: heads.narration,
    kind: "text",
    grows: true,
    of: (movement) => movement.narration,
    before: (_, words) => words.broughtForward,
  };
  const day = (head: string): Shown => {
    return { head, kind: "date", of: ({ date }) => date, before: ({ from }) => from };
  };
  const ref: Shown = { head: heads.ref, kind: "text", of: ({ reference }) => reference };
  const running: Shown = {
    head: heads.running,
    kind: "money",
    of: ({ balance }) => balance,
    sum: ({ closing }) => closing,
    before: ({ broughtForward }) => broughtForward,
  };
  const money = (head: string, of: Shown["of"], sum: (found: AccountMovements) => Cents): Shown => {
    return { head, kind: "money", of, sum };
  };
  const into = (head: string) => money(head, inward, ({ totalIn }) => totalIn);
  const out = (head: string) => money(head, outward, ({ totalOut }) => totalOut);
  switch (statement) {
    case "savings": {
      const savings = money(heads.savings, ({ amount }) => amount, netOf);
      return [day(heads.inputDate), narration, ref, savings, running];
    }
    case "share-capital": {
      const account: Shown = { head: heads.account, kind: "text", of: ({ receipt }) => receipt };
      const sides = [out(heads.withdrawn), into(heads.savings)];
      return [day(heads.date), narration, ref, account, ...sides, running];
    }
    case "dividend":
      return [day(heads.date), narration, ref, into(heads.dividend), out(heads.paid), running];
  }
}

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
  const shown = shownColumns(statement, words);
  const kept = found.movements.filter(({ narration, reference, receipt }) =>
    [narration, reference, receipt].some((text) => isIn(text, search)),
  );
  const broughtForward = shown.map(({ before }) => before?.(found, words) ?? null);
  return {
    columns: shown.map(({ head, kind, grows }) => (grows ? { head, kind, grows } : { head, kind })),
    broughtForward: found.from === null ? null : broughtForward,
    rows: kept.map((movement) => shown.map(({ of }) => of(movement))),
    total: {
      label: words.totalAmount,
      sums: shown.map(({ sum }) => sum?.(found) ?? null),
      tied: shown.length - 1,
    },
    proof: found.from === null ? null : proofOf(words, found),
  };
}

/** Whether a text contains the search term, ignoring case; an empty term is in every text. */
export function isIn(text: string, search: string): boolean {
  return text.toLowerCase().includes(search.trim().toLowerCase());
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
