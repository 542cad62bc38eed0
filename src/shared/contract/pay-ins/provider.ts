import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import { resultCallback } from "#shared/contract/payouts/provider.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const text = z.string().check(z.maxLength(300));
const optionalText = z.optional(z.nullable(text));
const wording = z.union([text, z.number()]);

// The provider sends other fields too, which are ignored.
const payment = z.object({
  TransID: text,
  TransTime: z.optional(wording),
  TransAmount: wording,
  BusinessShortCode: wording,
  BillRefNumber: optionalText,
  MSISDN: z.optional(z.nullable(wording)),
  FirstName: optionalText,
  MiddleName: optionalText,
  LastName: optionalText,
});

/** A payment to the paybill, as the provider sends it. */
export type PaymentCallback = z.infer<typeof payment>;

/** The provider's codes: accept, and the reasons for rejecting a payment. */
export const validationCodes = ["0", "C2B00012", "C2B00013", "C2B00015", "C2B00016"] as const;

const told = {
  method: "POST",
  audience: { kind: "anyone" },
  limit: "public",
  params: z.object({ secret: z.string() }),
  query: fields.anyQuery,
  body: payment,
  idempotency: "none",
} as const;

export const validatePayment = endpoint({
  ...told,
  name: "payIns.validate",
  path: "/api/v1/pay-ins/:secret/c2b/validation",
  summary: "Tells the payment provider whether a payment to the paybill can be credited",
  answer: z.object({ ResultCode: z.enum(validationCodes), ResultDesc: z.string() }),
  problems: ["no-such-address", "invalid"],
});

export const confirmPayment = endpoint({
  ...told,
  name: "payIns.confirm",
  path: "/api/v1/pay-ins/:secret/c2b/confirmation",
  summary: "Receives a payment to the paybill from the payment provider, once for each receipt",
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
  problems: ["no-such-address", "invalid"],
});

const item = z.object({ Name: text, Value: z.optional(z.nullable(wording)) });

const promptResult = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: text,
      ResultCode: wording,
      CallbackMetadata: z.optional(
        z.nullable(z.object({ Item: z.array(item).check(z.maxLength(20)) })),
      ),
    }),
  }),
});

/** The result of a prompt, as the provider sends it. */
export type PromptCallback = z.infer<typeof promptResult>;

export const promptCallback = endpoint({
  ...told,
  name: "payIns.promptResult",
  path: "/api/v1/pay-ins/:secret/stk/result",
  summary: "Receives the result of a prompt; it credits nothing before M-Pesa's query agrees",
  body: promptResult,
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
  problems: ["no-such-address", "invalid"],
});

const ofReversal = {
  ...told,
  params: z.object({ secret: z.string(), id: fields.idParam }),
  body: resultCallback,
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
  problems: ["no-such-address", "invalid"],
} as const;

export const reversalResult = endpoint({
  ...ofReversal,
  name: "payIns.reversalResult",
  path: "/api/v1/pay-ins/:secret/reversals/:id/result",
  summary: "Receives the result of the reversal of a payment from the payment provider",
});

export const reversalTimeout = endpoint({
  ...ofReversal,
  name: "payIns.reversalTimeout",
  path: "/api/v1/pay-ins/:secret/reversals/:id/timeout",
  summary: "Receives a timeout of a reversal from the payment provider, which settles nothing",
});

/** The calls by which the provider reports payments to the paybill and their reversals. */
export const paybillCalls = [
  validatePayment,
  confirmPayment,
  promptCallback,
  reversalResult,
  reversalTimeout,
] as const;
