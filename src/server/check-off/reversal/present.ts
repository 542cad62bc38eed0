import { toWireAmount } from "#shared/money.ts";
import { digestOfShown } from "#server/kernel/platform/shown.ts";
import type { ReversalRow } from "./queries.ts";
import { factsOfReversal } from "./shown-reversal.ts";

export function presentReversal(row: ReversalRow) {
  return {
    entries: row.entries,
    amount: toWireAmount(row.total_cents),
    messages: row.messages,
    placed: { lines: row.placed_lines, amount: toWireAmount(row.placed_cents) },
    digest: digestOfShown(factsOfReversal(row)),
  };
}
