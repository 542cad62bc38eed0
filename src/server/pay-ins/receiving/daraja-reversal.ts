import type { Cents } from "#shared/money.ts";
import { toWireAmount } from "#shared/money.ts";
import type { ReversingAccess } from "#server/kernel/platform/daraja-config.ts";
import { judgeReply } from "#server/payouts/queue/daraja.ts";
import { Pass, usualTiming } from "#server/payouts/queue/daraja-pass.ts";
import type { Sending } from "#server/payouts/queue/provider.ts";

/** A payment to the paybill that M-Pesa is asked to reverse. */
export interface OutgoingReversal {
  readonly id: bigint;
  readonly receiptNo: string;
  readonly amount: Cents;
}

/**
 * Returns the function that asks M-Pesa to reverse a payment. The result comes later, to an address
 * that names the reversal. A reversal that may have been accepted without an answer is not
 * repeated.
 */
export function darajaReversals(access: ReversingAccess, timing = usualTiming) {
  const pass = new Pass(access, timing);
  return async ({ id, receiptNo, amount }: OutgoingReversal): Promise<Sending> => {
    const results = `${access.callbackUrl}/${access.callbackSecret}/reversals/${id}`;
    const reply = await pass.call("/mpesa/reversal/v1/request", {
      Initiator: access.initiatorName,
      SecurityCredential: access.securityCredential,
      CommandID: "TransactionReversal",
      TransactionID: receiptNo,
      Amount: toWireAmount(amount),
      ReceiverParty: access.shortCode,
      // Daraja spells the name of this field without an e.
      RecieverIdentifierType: "11",
      ResultURL: `${results}/result`,
      QueueTimeOutURL: `${results}/timeout`,
      Remarks: `Return of ${receiptNo}`,
    });
    return "outcome" in reply ? reply : judgeReply(reply);
  };
}
