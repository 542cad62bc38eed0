import { MPESA_RECEIPT } from "#shared/mpesa-receipt.ts";
import type { ResultCallback } from "#shared/contract/payouts/provider.ts";
import { parseAmount } from "#shared/money.ts";
import { ATTEMPT, parameterOf } from "#server/payouts/queue/result-callback.ts";
import type { PayoutResult } from "#server/payouts/queue/results.ts";

/** The result in a callback; null if it is not for one of our attempts. */
export function resultOf(
  { Result: told }: ResultCallback,
  isTimeout: boolean,
): PayoutResult | null {
  const attemptId = told.OriginatorConversationID;
  if (!ATTEMPT.test(attemptId)) return null;
  const named = parameterOf(told);
  const receipt = String(named("TransactionReceipt") ?? told.TransactionID ?? "");
  const amount = named("TransactionAmount");
  const isPaid = !isTimeout && String(told.ResultCode) === "0";
  return {
    attemptId,
    outcome: isTimeout ? "timeout" : isPaid ? "paid" : "failed",
    receiptNo: isPaid && MPESA_RECEIPT.test(receipt) ? receipt : "",
    amount: amount === undefined ? null : parseAmount(amount),
    reason: `result-${String(told.ResultCode).slice(0, 20)}`,
  };
}
