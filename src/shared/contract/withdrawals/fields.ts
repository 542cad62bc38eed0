import * as z from "zod/mini";
import * as fields from "#shared/contract/kernel/fields.ts";

/** Where the money goes: to the member's own phone, or to the office, which pays it there. */
export const withdrawalChannels = ["phone", "office"] as const;
export type WithdrawalChannel = (typeof withdrawalChannels)[number];

/**
 * How far a withdrawal has come: it waits for the office's approval or for the end of its notice,
 * waits in the queue, is paid at the office, is being sent, has arrived, came back after it had
 * arrived, or ended without a payment.
 */
export const withdrawalProgress = [
  "approval",
  "notice",
  "waiting",
  "office",
  "sending",
  "arrived",
  "failed",
  "returned",
  "rejected",
  "cancelled",
] as const;
export type WithdrawalProgress = (typeof withdrawalProgress)[number];

export const withdrawal = z.object({
  id: z.string(),
  reference: z.string(),
  accountNo: z.string(),
  amount: fields.amount,
  fee: fields.amount,
  channel: z.enum(withdrawalChannels),
  progress: z.enum(withdrawalProgress),
  /** The first day on which it may leave. */
  readyOn: fields.day,
  /** The receipt of M-Pesa or of the office; empty until it arrived. */
  receipt: z.string(),
  /** Why it was rejected, could not be paid or came back; empty otherwise. */
  reason: z.string(),
  date: fields.day,
  time: z.string(),
  /** The day on which it came as far as it is. */
  changedOn: fields.day,
});

/** The rules in force for a withdrawal. */
export const withdrawalRules = z.object({
  smallest: fields.amount,
  largestDay: fields.amount,
  fee: fields.amount,
  noticeDays: z.int(),
  approvalAbove: fields.amount,
});

/** The withdrawal that a member asks for. */
export const asked = {
  amount: fields.amountGiven,
  channel: z.enum(withdrawalChannels, "field.required"),
  /** May be left out by a member with one withdrawable account. */
  accountNo: z.optional(z.string().check(z.minLength(1, "field.required"), z.maxLength(40))),
};
