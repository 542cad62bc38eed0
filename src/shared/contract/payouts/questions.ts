import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

export const ask = endpoint({
  name: "payouts.ask",
  method: "POST",
  path: "/api/v1/payouts/:id/question",
  summary: "Asks the payment provider what became of a payment; the answer settles it as a result",
  audience: { kind: "staff", permission: "payouts.send" },
  params: z.object({ id: fields.idParam }),
  body: fields.nothing,
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["no-such-payout", "payout-state", "invalid"],
});
