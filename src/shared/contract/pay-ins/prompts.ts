import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import {
  promptBases,
  promptDestinations,
  promptProblems,
  promptStates,
} from "#shared/pay-in-prompts.ts";

/** Where the overpaid part of a loan payment goes. */
export const loanRests = ["deposits", "refund"] as const;

/** A prompt as its member sees it. */
const prompt = z.object({
  reference: z.string(),
  to: z.enum(promptDestinations),
  /** Of a withdrawable account; otherwise empty. */
  accountNo: z.string(),
  loanNo: z.string(),
  amount: fields.amount,
  /** Masked; empty once it is erased. */
  mobileNo: z.string(),
  /** An instant. */
  askedAt: z.string(),
  state: z.enum(promptStates),
  problem: z.enum(promptProblems),
  /** Messages of M-Pesa about it disagree, and the office looks at it. */
  differs: z.boolean(),
  /** M-Pesa's receipt and where the money went; left out until there is one. */
  payment: z.optional(
    z.object({
      receipt: z.string(),
      amount: fields.amount,
      /** The office places it if it could not be credited. */
      isCredited: z.boolean(),
      parts: z.array(
        z.object({
          to: z.enum(promptDestinations),
          amount: fields.amount,
          loanNo: z.string(),
          refunded: fields.amount,
        }),
      ),
    }),
  ),
});

export const ways = endpoint({
  name: "payIns.ways",
  method: "GET",
  path: "/api/v1/pay-ins/ways",
  summary: "Returns how the member can pay in: the paybill, account numbers, loans and limits",
  audience: { kind: "member" },
  answer: z.object({
    /** Whether a prompt can be sent to a phone. */
    canPrompt: z.boolean(),
    /** Empty while members cannot pay by M-Pesa. */
    paybill: z.string(),
    least: fields.amount,
    most: fields.amount,
    /** The most from one number in a day. */
    dayMost: fields.amount,
    mobileNo: z.string(),
    accounts: z.array(
      z.object({
        to: z.enum(["deposits", "share-capital", "withdrawable"]),
        accountNo: z.string(),
        /**
         * The account number to type at the paybill; empty if only a prompt can name the account.
         */
        typed: z.string(),
      }),
    ),
    loans: z.array(
      z.object({
        loanNo: z.string(),
        purpose: z.string(),
        typed: z.string(),
        owed: fields.amount,
        /** All that is owed, in whole shillings. */
        settle: fields.amount,
        /**
         * The overdue amount or, if there is none, the next one due; left out if nothing is due.
         */
        due: z.optional(
          z.object({
            amount: fields.amount,
            /** The amount in whole shillings. */
            pay: fields.amount,
            dueOn: fields.day,
            isOverdue: z.boolean(),
          }),
        ),
      }),
    ),
    /** Where the overpaid part of a payment goes. */
    loanRest: z.enum(loanRests),
    /** The member's last prompt, if it is open or of the last hour. */
    last: z.optional(prompt),
  }),
});

export const ask = endpoint({
  name: "payIns.ask",
  method: "POST",
  path: "/api/v1/pay-ins/prompts",
  summary: "Asks for a prompt on a phone to pay in to the member's account or loan",
  audience: { kind: "member" },
  body: z.strictObject({
    to: z.enum(promptDestinations, "field.required"),
    accountNo: z.optional(z.string().check(z.maxLength(30, "field.invalid"))),
    loanNo: z.optional(fields.loanNoParam),
    basis: z.enum(promptBases, "field.required"),
    /** In whole shillings; for an instalment or a settlement, the figure that was shown. */
    amount: fields.amountGiven,
    mobileNo: fields.mobileNo,
  }),
  answer: prompt,
  status: 201,
  problems: [
    "no-such-loan",
    "prompts-off",
    "prompt-open",
    "prompts-hour",
    "prompt-figure",
    "invalid",
  ],
});

export const progress = endpoint({
  name: "payIns.prompt",
  method: "GET",
  path: "/api/v1/pay-ins/prompts/:reference",
  summary: "Returns the state of one of the member's prompts, and its receipt",
  audience: { kind: "member" },
  limit: "polls",
  params: z.object({
    reference: z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{4,11}$/, "field.invalid")),
  }),
  answer: prompt,
  problems: ["no-such-prompt", "invalid"],
});
