import type { ToldResult } from "#shared/contract/payouts/provider.ts";
import { parseAmount } from "#shared/money.ts";
import type { PayoutResult } from "#server/payouts/queue/results.ts";

const ATTEMPT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const RECEIPT = /^[A-Z0-9]{1,30}$/;

/** The result in a callback; null if it is not for one of our attempts. */
export function resultOf({ Result: told }: ToldResult, isTimeout: boolean): PayoutResult | null {
  const attemptId = told.OriginatorConversationID;
  if (!ATTEMPT.test(attemptId)) return null;
  const listed = told.ResultParameters?.ResultParameter ?? [];
  const parameters = Array.isArray(listed) ? listed : [listed];
  const named = (key: string) => parameters.find(({ Key }) => Key === key)?.Value;
  const receipt = String(named("TransactionReceipt") ?? told.TransactionID ?? "");
  const amount = named("TransactionAmount");
  const isPaid = !isTimeout && String(told.ResultCode) === "0";
  return {
    attemptId,
    outcome: isTimeout ? "timeout" : isPaid ? "paid" : "failed",
    receiptNo: isPaid && RECEIPT.test(receipt) ? receipt : "",
    amount: amount === undefined ? null : parseAmount(amount),
    reason: `result-${String(told.ResultCode).slice(0, 20)}`,
  };
}
