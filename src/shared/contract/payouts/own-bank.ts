import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { detailsGiven, detailsShown } from "./bank-account-fields.ts";

/** Why a member cannot give a bank account now; empty if they can. */
export const bankBlocks = ["", "not-active", "number", "held"] as const;

/** The state of a bank account: waiting for the office, in its waiting period, or usable. */
export const bankProgress = ["approval", "waiting", "usable"] as const;
export type BankProgress = (typeof bankProgress)[number];

/** Where a member's loans, dividends and refunds are paid. */
export const payoutChoices = ["phone", "bank"] as const;
export type PayoutChoice = (typeof payoutChoices)[number];

const ownAccount = z.object({
  id: z.string(),
  ...detailsShown,
  progress: z.enum(bankProgress),
  /** Whether the office requested it; false if the member did. */
  isByOffice: z.boolean(),
  /** A day and a time in Nairobi, from which money may go there; empty before the approval. */
  usableFrom: z.string(),
});

const member = { kind: "member" } as const;
const cannotGive = ["not-active", "mobile-unconfirmed", "payout-held", "approval-waits"] as const;

export const ownBankAccount = endpoint({
  name: "ownBank.account",
  method: "GET",
  path: "/api/v1/bank-account",
  summary: "Returns one's own bank account, and one that waits for the office",
  audience: member,
  answer: z.object({
    blocked: z.enum(bankBlocks),
    /** The confirmed number for the code, masked; empty if there is none. */
    mobileNo: z.string(),
    /** Until when no account can be given after a password reset; left out if one can. */
    heldUntil: z.optional(z.object({ date: fields.day, time: z.string() })),
    current: z.optional(ownAccount),
    waiting: z.optional(ownAccount),
    /** Where loans, dividends and refunds are paid now. */
    paidBy: z.enum(payoutChoices),
    /** The day from which they are paid to the phone again; left out without such a choice. */
    phoneFrom: z.optional(z.string()),
  }),
  problems: [],
});

export const choosePayout = endpoint({
  name: "ownBank.choose",
  method: "POST",
  path: "/api/v1/bank-account/choice",
  summary: "Chooses where one's loans, dividends and refunds are paid: the phone waits 72 hours",
  audience: member,
  body: z.strictObject({ paidBy: z.enum(payoutChoices, "field.required") }),
  answer: z.object({ paidBy: z.enum(payoutChoices) }),
  status: 201,
  problems: ["not-active", "payout-held", "no-such-bank-account", "invalid"],
});

export const bankAccountCode = endpoint({
  name: "ownBank.code",
  method: "POST",
  path: "/api/v1/bank-account/code",
  summary: "Sends the member a one-time code that is valid for exactly this bank account",
  audience: member,
  body: detailsGiven,
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: [...cannotGive, ...cannotSend, "invalid"],
});

export const giveBankAccount = endpoint({
  name: "ownBank.give",
  method: "POST",
  path: "/api/v1/bank-account",
  summary: "Asks the office to pay one's own money to a bank account, by the code sent for it",
  audience: member,
  body: z.extend(detailsGiven, { otp: fields.otp }),
  answer: ownAccount,
  status: 201,
  problems: [...cannotGive, "otp-refused", "invalid"],
});

export const cancelBankAccount = endpoint({
  name: "ownBank.cancel",
  method: "POST",
  path: "/api/v1/bank-account/:id/cancellation",
  summary: "Stops one's own bank account, whoever asked for it: no more money goes there",
  audience: member,
  params: z.object({ id: fields.idParam }),
  body: z.strictObject({}),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["no-such-bank-account"],
});

export const ownBankCalls = [
  ownBankAccount,
  bankAccountCode,
  giveBankAccount,
  cancelBankAccount,
  choosePayout,
] as const;
