import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const text = z.string().check(z.maxLength(300));
const wording = z.union([text, z.number()]);

const parameter = z.object({ Key: text, Value: z.optional(wording) });

// The provider sends other fields too, which are ignored. It sends a single parameter without a
// list.
/** A result of the provider, of any of its calls. */
export const resultCallback = z.object({
  Result: z.object({
    ResultCode: wording,
    OriginatorConversationID: text,
    TransactionID: z.optional(text),
    ResultParameters: z.optional(
      z.object({
        ResultParameter: z.optional(
          z.union([z.array(parameter).check(z.maxLength(50)), parameter]),
        ),
      }),
    ),
  }),
});

export type ResultCallback = z.infer<typeof resultCallback>;

const result = {
  method: "POST",
  audience: { kind: "anyone" },
  limit: "public",
  params: z.object({ secret: z.string() }),
  query: fields.anyQuery,
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
  idempotency: "none",
  problems: ["no-such-address", "invalid"],
} as const;

export const providerResult = endpoint({
  ...result,
  name: "payouts.providerResult",
  path: "/api/v1/payout-results/:secret/result",
  summary: "Receives the result of a payment from the payment provider",
  body: resultCallback,
});

const answer = {
  ...result,
  params: z.object({ secret: z.string(), attempt: z.string() }),
} as const;

export const providerAnswer = endpoint({
  ...answer,
  name: "payouts.providerAnswer",
  path: "/api/v1/payout-results/:secret/status/:attempt",
  summary: "Receives the provider's answer to a question about a payment",
  body: resultCallback,
});

export const providerAnswerTimeout = endpoint({
  ...answer,
  name: "payouts.providerAnswerTimeout",
  path: "/api/v1/payout-results/:secret/status-timeout/:attempt",
  summary: "Receives that the provider did not answer a question about a payment in time",
  body: resultCallback,
});

export const providerTimeout = endpoint({
  ...result,
  name: "payouts.providerTimeout",
  path: "/api/v1/payout-results/:secret/timeout",
  summary: "Receives a timeout from the payment provider, which does not settle the payment",
  body: resultCallback,
});

/** The calls by which the provider reports the results of payments. */
export const resultCalls = [
  providerResult,
  providerTimeout,
  providerAnswer,
  providerAnswerTimeout,
] as const;
