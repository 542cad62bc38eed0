import { type WaitingKind, waitingKindNames } from "#shared/waiting-kinds.ts";
import type { CountedRow } from "./queries.ts";

interface Waiting {
  readonly waiting: number;
  readonly late: number;
  readonly daysLeft: number | null;
}

/** Every kind by its name; null if it was not counted, as the requester may not see it. */
export function presentCounts(rows: readonly CountedRow[]) {
  const counted = new Map<WaitingKind, Waiting>(
    rows.map(({ kind, waiting, late, days_left: daysLeft }) => [kind, { waiting, late, daysLeft }]),
  );
  return Object.fromEntries(
    waitingKindNames.map((kind) => [kind, counted.get(kind) ?? null]),
  ) as Record<WaitingKind, Waiting | null>;
}
