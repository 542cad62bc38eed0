import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";

export const ask = endpoint({
  name: "payouts.ask",
  method: "POST",
  path: "/api/v1/payouts/:id/question",
  summary: "Asks the payment provider what became of a payment; the answer settles it as a result",
  audience: { kind: "staff", permission: "payouts.send" },
  params: office.byId,
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["no-such-payout", "payout-state", "invalid"],
});

export const cameBack = endpoint({
  name: "payouts.cameBack",
  method: "POST",
  path: "/api/v1/payouts/:id/return",
  summary: "Requests that another person approve that a payment came back on a statement's line",
  audience: { kind: "staff", permission: "payouts.send" },
  params: office.byId,
  body: z.strictObject({ lineId: fields.idParam, reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: [
    "no-such-payout",
    "payout-state",
    "no-such-item",
    "own-listing",
    "own-loan",
    "approval-waits",
    "invalid",
  ],
});

/** Calls about what became of a payment. */
export const questionCalls = [ask, cameBack] as const;
