import { MPESA_RECEIPT } from "#shared/mpesa-receipt.ts";
import type { PaymentCallback } from "#shared/contract/pay-ins/provider.ts";
import { parseAmount } from "#shared/money.ts";
import type { Payment } from "#server/pay-ins/receiving/payment-rows.ts";
import { providerTime } from "#server/pay-ins/receiving/provider-time.ts";

/** A fault of a payment as the provider sent it. */
export type Fault = "receipt" | "amount" | "short-code";

/** Reads a payment to our paybill; returns what is wrong with it if it cannot be booked. */
export function paymentOf(told: PaymentCallback, ourShortCode: string): Payment | Fault {
  const amount = parseAmount(told.TransAmount);
  if (String(told.BusinessShortCode) !== ourShortCode) return "short-code";
  if (amount === null) return "amount";
  if (!MPESA_RECEIPT.test(told.TransID)) return "receipt";
  return {
    receiptNo: told.TransID,
    shortCode: ourShortCode,
    amount,
    accountText: plain(told.BillRefNumber, 100),
    senderName: plain(
      [told.FirstName, told.MiddleName, told.LastName].filter(Boolean).join(" "),
      120,
    ),
    senderNumber: plain(told.MSISDN, 80),
    paidAt: providerTime(String(told.TransTime ?? "")),
  };
}

/** One line of text without control characters, cut to a length. */
function plain(text: string | number | null | undefined, most: number): string {
  const line = String(text ?? "").replace(/[\p{Cc}\p{Cf}\s]+/gu, " ");
  return [...line.trim()].slice(0, most).join("");
}
