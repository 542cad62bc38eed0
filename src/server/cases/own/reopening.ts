import { Problem } from "#server/kernel/platform/problem.ts";
import type { CaseRow } from "#server/cases/casework/case-rows.ts";

/** Rejects reopening a case that was not concluded; a case can be reopened only once. */
export function requireReopenable({ state, was_reopened }: CaseRow): void {
  if (state !== "concluded" && state !== "closed") throw new Problem("case-state");
  if (was_reopened) throw new Problem("case-reopened");
}
