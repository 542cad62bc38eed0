import { toWireAmount } from "#shared/money.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";
import type { ReversalRow } from "./queries.ts";

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
