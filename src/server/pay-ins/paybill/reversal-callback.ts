import { MPESA_RECEIPT } from "#shared/mpesa-receipt.ts";
import type { ResultCallback } from "#shared/contract/payouts/provider.ts";
import { parseAmount } from "#shared/money.ts";
import type { ReversalResult } from "#server/pay-ins/receiving/reversals.ts";
import { parameterOf } from "#server/payouts/queue/result-callback.ts";

/** The result of a reversal in a callback; the receipt is that of the reversal itself. */
export function reversalOf({ Result: told }: ResultCallback, isTimeout: boolean): ReversalResult {
  const named = parameterOf(told);
  const code = String(told.ResultCode);
  const amount = named("Amount");
  const isReversed = !isTimeout && code === "0";
  const receipt = told.TransactionID ?? "";
  return {
    outcome: isTimeout ? "timeout" : isReversed ? "reversed" : "failed",
    receiptNo: isReversed && MPESA_RECEIPT.test(receipt) ? receipt : "",
    amount: amount === undefined ? null : parseAmount(amount),
    original: String(named("OriginalTransactionID") ?? ""),
    reason: `result-${code.slice(0, 20)}`,
  };
}
