import { isTaken, Pass, usualTiming } from "#server/payouts/queue/daraja-pass.ts";
import type { DarajaAccess } from "#server/kernel/platform/daraja-config.ts";

/**
 * Registers the addresses of the paybill with the provider; returns why it failed, or null. If we
 * do not answer, the provider accepts a payment: money in suspense can be placed, while a rejected
 * payment is lost to the member.
 */
export async function registerPaybill(access: DarajaAccess): Promise<string | null> {
  const addresses = `${access.callbackUrl}/${access.callbackSecret}/c2b`;
  const reply = await new Pass(access, usualTiming).call("/mpesa/c2b/v2/registerurl", {
    ShortCode: access.shortCode,
    ResponseType: "Completed",
    ConfirmationURL: `${addresses}/confirmation`,
    ValidationURL: `${addresses}/validation`,
  });
  if ("outcome" in reply) {
    return reply.outcome === "not-sent" ? reply.reason : "no answer";
  }
  return isTaken(reply) ? null : `the provider answered ${reply.status}`;
}
