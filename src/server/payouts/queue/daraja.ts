import * as z from "zod/mini";
import { toWireAmount } from "#shared/money.ts";
import type { Reply } from "#server/kernel/platform/http-request.ts";
import type { DarajaConfig } from "#server/kernel/platform/daraja-config.ts";
import { forOperator, parsed, Pass, usualTiming } from "./daraja-pass.ts";
import type { OutgoingPayout, PayoutProvider, Sending } from "./provider.ts";

/**
 * Pays by M-Pesa's B2C calls. An answer of 0 means accepted, not paid; the result is posted later
 * to our result address. A payment that may have been accepted without an answer is `unknown` and
 * never repeated.
 */
export function darajaPayouts(account: DarajaConfig, timing = usualTiming): PayoutProvider {
  const pass = new Pass(account, timing);
  return {
    async send(payout) {
      const reply = await pass.call(
        "/mpesa/b2c/v3/paymentrequest",
        paymentRequest(account, payout),
      );
      if ("outcome" in reply) return reply;
      return judgeReply(reply);
    },
  };
}

/** The provider's request; amounts are whole shillings, numbers without a plus. */
function paymentRequest(account: DarajaConfig, payout: OutgoingPayout) {
  const results = `${account.callbackUrl}/${account.callbackSecret}`;
  return {
    OriginatorConversationID: payout.attemptId,
    InitiatorName: account.initiatorName,
    SecurityCredential: account.securityCredential,
    CommandID: "BusinessPayment",
    Amount: toWireAmount(payout.amount),
    PartyA: account.shortCode,
    PartyB: payout.mobileNumber.replace("+", ""),
    Remarks: payout.reference,
    QueueTimeOutURL: `${results}/timeout`,
    ResultURL: `${results}/result`,
  };
}

const accepted = z.object({
  ResponseCode: z.union([z.string(), z.number()]),
  ConversationID: z.optional(z.string()),
});

/** The outcome of a request, by the provider's reply to it. */
export function judgeReply({ status, retryAfter, body }: Reply): Sending {
  if (status === 200 || status === 201) return judgeAnswer(body);
  if (status === 429) {
    const after = Math.min(retryAfter ?? 0, 3600);
    return { outcome: "not-sent", reason: "the provider is busy", after };
  }
  if (status === 401 || status === 403) return forOperator(`the provider answered ${status}`);
  if (status >= 400 && status < 500 && status !== 408) {
    return { outcome: "refused", reason: `refused-${status}` };
  }
  // It may have been accepted before the connection broke.
  return { outcome: "unknown", reason: `answer-${status}` };
}

function judgeAnswer(body: string): Sending {
  const read = accepted.safeParse(parsed(body));
  if (!read.success) return { outcome: "unknown", reason: "answer-unread" };
  const { ResponseCode: code, ConversationID: reference = "" } = read.data;
  if (String(code) === "0") return { outcome: "accepted", reference: reference.slice(0, 100) };
  return { outcome: "refused", reason: `refused-${String(code).slice(0, 20)}` };
}
