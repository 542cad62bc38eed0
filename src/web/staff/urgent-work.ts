import type { WaitingKind } from "#shared/waiting-kinds.ts";

/** Kinds for which a single item is urgent. */
export const urgentAtOnce: readonly WaitingKind[] = ["alerts", "payoutExceptions"];
/** Kinds with a deadline set by law. */
export const withLegalDeadline: readonly WaitingKind[] = ["requestsToHandle", "requestsToApprove"];
/** Work becomes urgent this many days before its legal deadline. */
const PRESSING_DAYS = 3;

/** The figures that make waiting work urgent or not. */
export interface Pressure {
  /** Items past their deadline. */
  readonly late: number;
  /** Items of a kind that is urgent at once. */
  readonly stuck: number;
  /** Days to the nearest legal deadline; null without one. */
  readonly daysLeft: number | null;
}

/** Whether waiting work is shown in red. */
export function isUrgent({ late, stuck, daysLeft }: Pressure): boolean {
  return late > 0 || stuck > 0 || (daysLeft !== null && daysLeft <= PRESSING_DAYS);
}
