import { type Cents, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { tillSubject } from "#server/oversight/approvals/subjects.ts";

/**
 * The entry that books the difference between a till's cash as counted and its book balance, in
 * cents: above zero if more was counted than the books say. It goes to a separate account.
 */
export function varianceEntry(tillId: bigint, variance: Cents): Entry {
  const [till, overShort] = [societyAccount("till-cash"), societyAccount("cash-over-short")];
  const isOver = variance > ZERO_CENTS;
  const size = isOver ? variance : negateCents(variance);
  return {
    kind: isOver ? "till-over" : "till-short",
    narration: isOver ? `Till ${tillId} counted over` : `Till ${tillId} counted short`,
    referenceNo: tillSubject(tillId),
    lines: isOver
      ? [debit(till, size), credit(overShort, size)]
      : [debit(overShort, size), credit(till, size)],
  };
}
