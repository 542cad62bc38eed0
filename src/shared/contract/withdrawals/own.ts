import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { asked, withdrawal, withdrawalRules } from "./fields.ts";
import { accountWithBalance, moveBlocks } from "./transfers.ts";

const cannotWithdraw = ["no-account", "not-active", "member-leaving", "not-enough"] as const;

export const withdrawals = endpoint({
  name: "withdrawals.list",
  method: "GET",
  path: "/api/v1/members/:memberNo/withdrawals",
  summary: "Returns what a member can withdraw today, by the rules in force, and their withdrawals",
  audience: { kind: "record", param: "memberNo", staff: "withdrawals.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({
    /** Why nothing can be withdrawn now; empty if it can. */
    blocked: z.enum([...moveBlocks, "number"]),
    fullName: z.string(),
    /** The confirmed number for the code and the money, masked; empty if there is none. */
    mobileNo: z.string(),
    /** Until when nothing can be paid out after a password reset; left out if it can. */
    heldUntil: z.optional(z.object({ date: fields.day, time: z.string() })),
    /** The member's bank account, masked, if the office can pay there; left out otherwise. */
    bank: z.optional(z.object({ bankName: z.string(), accountNo: z.string() })),
    accounts: z.array(accountWithBalance),
    rules: withdrawalRules,
    /** The rest of the day's largest amount. */
    leftToday: fields.amount,
    /** The latest first, at most fifty. */
    rows: z.array(withdrawal),
  }),
  problems: ["no-such-member"],
});

export const withdrawalCode = endpoint({
  name: "withdrawals.code",
  method: "POST",
  path: "/api/v1/withdrawals/code",
  summary: "Sends the member a one-time code that is valid for a withdrawal of this amount only",
  audience: { kind: "member" },
  body: z.strictObject(asked),
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: [...cannotWithdraw, ...cannotSend, "withdrawal-unconfirmed", "invalid"],
});

export const askWithdrawal = endpoint({
  name: "withdrawals.ask",
  method: "POST",
  path: "/api/v1/withdrawals",
  summary: "Withdraws one's own money from a withdrawable account, by the code sent for it",
  audience: { kind: "member" },
  body: z.strictObject({ ...asked, otp: fields.otp }),
  answer: withdrawal,
  status: 201,
  problems: [...cannotWithdraw, "withdrawal-unconfirmed", "otp-refused", "invalid"],
});

export const cancelWithdrawal = endpoint({
  name: "withdrawals.cancel",
  method: "POST",
  path: "/api/v1/withdrawals/:id/cancellation",
  summary: "Gives up one's own withdrawal that has not left; the money is back on the account",
  audience: { kind: "member" },
  params: z.object({ id: fields.idParam }),
  body: z.strictObject({}),
  answer: withdrawal,
  status: 201,
  problems: ["no-such-withdrawal", "withdrawal-state"],
});
