import { MPESA_RECEIPT } from "#shared/mpesa-receipt.ts";
import type { PromptCallback } from "#shared/contract/pay-ins/provider.ts";
import { parseAmount } from "#shared/money.ts";
import { providerTime } from "#server/pay-ins/receiving/provider-time.ts";
import type { PromptOutcome } from "./commands.ts";

/** Reads the result of a prompt; a payment without a receipt or an amount is not a result. */
export function outcomeOf({ Body: { stkCallback: told } }: PromptCallback): PromptOutcome | null {
  const checkoutId = told.CheckoutRequestID;
  if (String(told.ResultCode) !== "0") return { checkoutId, paid: null };
  const items = told.CallbackMetadata?.Item ?? [];
  const named = (name: string) => items.find(({ Name }) => Name === name)?.Value;
  const receiptNo = String(named("MpesaReceiptNumber") ?? "");
  const amount = parseAmount(named("Amount") ?? "");
  if (!MPESA_RECEIPT.test(receiptNo) || amount === null) return null;
  return {
    checkoutId,
    paid: { receiptNo, amount, paidAt: providerTime(String(named("TransactionDate") ?? "")) },
  };
}
