import type { DarajaConfig } from "#server/kernel/platform/daraja-config.ts";
import { isTaken, Pass, usualTiming } from "./daraja-pass.ts";
import type { StatusProvider } from "./provider.ts";

/**
 * Asks M-Pesa by its transaction status call. The answer comes later, to a separate address that
 * names the attempt, because M-Pesa's own ids of a query do not identify the payment.
 */
export function darajaStatus(account: DarajaConfig, timing = usualTiming): StatusProvider {
  const pass = new Pass(account, timing);
  return {
    async ask(attemptId) {
      const answers = `${account.callbackUrl}/${account.callbackSecret}`;
      const reply = await pass.call("/mpesa/transactionstatus/v1/query", {
        Initiator: account.initiatorName,
        SecurityCredential: account.securityCredential,
        CommandID: "TransactionStatusQuery",
        // Daraja's pages name the field both ways.
        OriginatorConversationID: attemptId,
        OriginalConversationID: attemptId,
        PartyA: account.shortCode,
        IdentifierType: "4",
        Remarks: "status",
        ResultURL: `${answers}/status/${attemptId}`,
        QueueTimeOutURL: `${answers}/status-timeout/${attemptId}`,
      });
      if ("outcome" in reply) {
        return { outcome: "not-asked", reason: "reason" in reply ? reply.reason : "" };
      }
      if (isTaken(reply)) return { outcome: "asked" };
      return { outcome: "not-asked", reason: `answer-${reply.status}` };
    },
  };
}
