import { Problem } from "#server/kernel/platform/problem.ts";
import type { PayInRow, ReversalRow } from "./queries.ts";

/** The last reversal of a payment that M-Pesa was asked for; null if there is none. */
type Last = Pick<ReversalRow, "state"> | null;

/** Whether M-Pesa is asked to reverse a payment, or may have reversed it. */
export const mayBeReversed = (last: Last): boolean =>
  last !== null && last.state !== "failed" && last.state !== "reversed";

/** Whether M-Pesa is asked to reverse a payment and has not answered; false if it never will. */
export const isUnderWay = (last: Last): boolean =>
  last !== null && ["waiting", "sending", "sent"].includes(last.state);

interface Asked {
  readonly payIn: Pick<PayInRow, "state"> | null;
  readonly last: Last;
  /** Whether the settings allow to ask M-Pesa at all. */
  readonly mayReverse: boolean;
}

/** Throws unless M-Pesa can be asked: for a payment in suspense that it has not reversed yet. */
export function requireReversible({ payIn, last, mayReverse }: Asked): void {
  if (!mayReverse) throw new Problem("reversal-unavailable");
  if (payIn === null) throw new Problem("no-such-pay-in");
  if (payIn.state !== "suspense") throw new Problem("pay-in-state");
  if (mayBeReversed(last)) throw new Problem("pay-in-reversing");
}
