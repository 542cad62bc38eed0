import * as z from "zod/mini";
import { asked, parsed, Pass, usualTiming } from "#server/payouts/queue/daraja-pass.ts";
import type { DarajaAccess } from "#server/kernel/platform/daraja-config.ts";
import { ask } from "#server/kernel/platform/http-request.ts";

const registered = z.object({ ResponseCode: z.union([z.string(), z.number()]) });

/**
 * Registers the addresses of the paybill with the provider; returns why it failed, or null. Without
 * an answer of ours the provider accepts a payment: money in suspense can be placed, a rejected
 * payment is lost to the member.
 */
export async function registerPaybill(access: DarajaAccess): Promise<string | null> {
  const token = await new Pass(access, usualTiming).token();
  if (typeof token !== "string") return "reason" in token ? token.reason : "no token";
  const addresses = `${access.callbackUrl}/${access.callbackSecret}/c2b`;
  const reply = await asked(() =>
    ask({
      url: new URL(`${access.baseUrl}/mpesa/c2b/v2/registerurl`),
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        ShortCode: access.shortCode,
        ResponseType: "Completed",
        ConfirmationURL: `${addresses}/confirmation`,
        ValidationURL: `${addresses}/validation`,
      }),
      ...usualTiming,
    }),
  );
  if ("outcome" in reply) return "no answer";
  const read = registered.safeParse(parsed(reply.body));
  const isDone = reply.status === 200 && read.success && Number(read.data.ResponseCode) === 0;
  return isDone ? null : `the provider answered ${reply.status}`;
}
