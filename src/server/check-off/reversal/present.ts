import { toWireAmount } from "#shared/money.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { ReversalRow } from "./queries.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";

export function presentReversal(row: ReversalRow) {
  return {
    entries: row.entries,
    amount: toWireAmount(row.total_cents),
    messages: row.messages,
    placed: { lines: row.placed_lines, amount: toWireAmount(row.placed_cents) },
    digest: digestOfShown(factsOfReversal(row)),
  };
}

/** Returns the facts that a person sees before reversing a file. */
export function factsOfReversal(row: ReversalRow): ShownFact[] {
  return [
    { name: "file", value: row.file_name },
    { name: "month", value: row.month },
    { name: "entries", value: String(row.entries) },
    { name: "amount", value: String(toWireAmount(row.total_cents)) },
    { name: "messages", value: String(row.messages) },
    { name: "placed-lines", value: String(row.placed_lines) },
    { name: "placed-amount", value: String(toWireAmount(row.placed_cents)) },
  ];
}
