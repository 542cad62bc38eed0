import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as queries from "./queries.ts";
import type { PayInRow } from "./queries.ts";

/**
 * Locks a payment that M-Pesa can be asked to reverse; throws unless it is in suspense and has no
 * reversal that is under way or has an unknown result.
 */
export async function lockReversible(
  work: UnitOfWork,
  receipt: string,
  mayReverse: boolean,
): Promise<PayInRow> {
  if (!mayReverse) throw new Problem("reversal-unavailable");
  await queries.lockPayIn(work, receipt);
  const payIn = await requireSuspended(work, receipt);
  if (await queries.isBeingReversed(work, payIn.id)) throw new Problem("pay-in-reversing");
  return payIn;
}

/** Returns a payment in suspense; throws if it is not there. */
export async function requireSuspended(work: UnitOfWork, receipt: string): Promise<PayInRow> {
  const payIn = await queries.payInByReceipt(work, receipt);
  if (payIn === null) throw new Problem("no-such-pay-in");
  if (payIn.state !== "suspense") throw new Problem("pay-in-state");
  return payIn;
}

/** Throws while M-Pesa is asked to reverse a payment, unless its result is unknown. */
export async function rejectReversing(work: UnitOfWork, { id }: PayInRow): Promise<void> {
  const reversal = await queries.reversalOf(work, id);
  if (reversal !== null && ["waiting", "sending", "sent"].includes(reversal.state)) {
    throw new Problem("pay-in-reversing");
  }
}
