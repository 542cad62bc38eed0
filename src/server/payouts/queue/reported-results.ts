import type { FailureWay } from "#shared/payout-ways.ts";
import type { Payout } from "./payout-rows.ts";

/** Whether a person who checked a payment, or paid it, may record its result. */
export function mayBeMarked({
  state,
  channel,
  in_file: inFile,
}: Pick<Payout, "state" | "channel" | "in_file">): boolean {
  if (channel === "office") return state === "waiting";
  return state === "unknown" || (state === "sent" && inFile);
}

/**
 * How a person may report that a payment failed. The money of a withdrawal would return to the
 * account at once and could leave a second time. So another person must approve the failure of a
 * sent withdrawal, and it cannot be approved while a reported receipt for it waits. The same
 * applies to one that waits for a retry while its member is suspended, because the queue never
 * sends it. If the posting stays, the office pays the amount.
 */
export function mayFail(
  payout: Pick<
    Payout,
    | "state"
    | "channel"
    | "in_file"
    | "source"
    | "attempt_id"
    | "stays"
    | "is_stopped"
    | "claimed_receipt"
  >,
): FailureWay {
  const { channel, stays } = payout;
  const isStuck = payout.state === "waiting" && channel === "phone" && payout.is_stopped;
  if (isStuck) return wasSent(payout) ? "by-two" : "no";
  if (!mayBeMarked(payout) || (channel === "office" && stays)) return "no";
  if (!wasSent(payout)) return "alone";
  return payout.claimed_receipt === "" ? "by-two" : "no";
}

/** Whether a payment is a withdrawal that was sent, so that its money may be gone. */
const wasSent = ({ source, attempt_id: attemptId }: Pick<Payout, "source" | "attempt_id">) =>
  source === "withdrawal" && attemptId !== null;

/** Whether a failed payment may have arrived after all, so that a receipt settles it. */
export function mayHaveArrived({
  state,
  attempt_id: attemptId,
  can_leave: canLeave,
}: Pick<Payout, "state" | "attempt_id" | "can_leave">): boolean {
  return state === "failed" && attemptId !== null && canLeave;
}
