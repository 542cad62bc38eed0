import { MPESA_RECEIPT } from "#shared/mpesa-receipt.ts";
import type { ResultCallback } from "#shared/contract/payouts/provider.ts";
import { parseAmount } from "#shared/money.ts";
import type { PayoutAnswer } from "#server/payouts/queue/status-questions.ts";
import { ATTEMPT, parameterOf } from "#server/payouts/queue/result-callback.ts";

/** The ends of a transaction that moved no money. */
const failures = new Set(["failed", "declined", "cancelled", "expired"]);

/**
 * The answer to a query about one of our attempts. Only a completed payment with a receipt, or an
 * end without a movement of money, is a result; "no such request" is not.
 */
export function answerOf(attemptId: string, { Result: told }: ResultCallback): PayoutAnswer {
  const code = String(told.ResultCode);
  if (code !== "0") return { attemptId, result: null, told: `code-${code.slice(0, 20)}` };
  const named = parameterOf(told);
  const about = String(named("OriginatorConversationID") ?? "").toLowerCase();
  if (ATTEMPT.test(about) && about !== attemptId) {
    return { attemptId, result: null, told: "another-payment" };
  }
  const status = String(named("TransactionStatus") ?? "").toLowerCase();
  const word = `status-${status.replace(/[^a-z]+/g, "-").slice(0, 40)}`;
  const receipt = String(named("ReceiptNo") ?? "");
  const amount = named("Amount");
  const given = {
    attemptId,
    receiptNo: MPESA_RECEIPT.test(receipt) ? receipt : "",
    amount: amount === undefined ? null : parseAmount(amount),
  };
  if (status === "completed") {
    return { attemptId, result: { ...given, outcome: "paid", reason: "" }, told: word };
  }
  if (!failures.has(status)) return { attemptId, result: null, told: word };
  const failed = { ...given, receiptNo: "", outcome: "failed", reason: word } as const;
  return { attemptId, result: failed, told: word };
}
