import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { type Cents, isWholeShillings } from "#shared/money.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";
import type { PromptLimits } from "./queries.ts";

/** Rejects an amount outside the office's limits, alone or with the other prompts of today. */
export function rejectAmount(amount: Cents, today: Cents, limits: PromptLimits): void {
  const problem = problemOf(amount, today, limits);
  if (problem !== null) throw fieldProblem("amount", problem);
}

function problemOf(
  amount: Cents,
  today: Cents,
  { least, most, dayMost }: PromptLimits,
): FieldProblem | null {
  if (!isWholeShillings(amount)) return "pay-in.whole";
  if (amount < least) return "pay-in.least";
  if (amount > most) return "pay-in.most";
  return today + amount > dayMost ? "pay-in.day" : null;
}
