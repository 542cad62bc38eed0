import * as z from "zod/mini";
import { codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { standingTransfer, transferDestinations } from "./transfers.ts";

const given = {
  to: z.enum(transferDestinations, "field.required"),
  amount: fields.amountGiven,
  /** The day of each month, or the last one of a shorter month. */
  day: z.int("field.required").check(z.minimum(1, "field.invalid"), z.maximum(31, "field.invalid")),
  /** Only for a loan. */
  loanNo: z.optional(fields.loanNoParam),
  /** May be left out by a member with one withdrawable account. */
  accountNo: z.optional(z.string().check(z.minLength(1, "field.required"), z.maxLength(40))),
};

const cannot = [
  "no-account",
  "no-such-loan",
  "not-active",
  "member-leaving",
  "withdrawal-unconfirmed",
] as const;
const path = "/api/v1/standing-transfers";

export const standingCode = endpoint({
  name: "transfers.standingCode",
  method: "POST",
  path: `${path}/code`,
  summary: "Sends a code for exactly this monthly transfer between one's own accounts",
  audience: { kind: "member" },
  params: fields.nothing,
  body: z.strictObject(given),
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: [...cannot, "otp-too-soon", "otp-day-cap", "otp-closed", "otp-unavailable", "invalid"],
});

export const orderStanding = endpoint({
  name: "transfers.order",
  method: "POST",
  path,
  summary: "Orders a transfer each month between one's own accounts, by the code sent for it",
  audience: { kind: "member" },
  params: fields.nothing,
  body: z.strictObject({ ...given, otp: fields.otp }),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: [...cannot, "otp-refused", "invalid"],
});

export const stopStanding = endpoint({
  name: "transfers.stopStanding",
  method: "POST",
  path: `${path}/:id/stop`,
  summary: "Stops a monthly transfer of one's own, at any time",
  audience: { kind: "member" },
  params: z.object({ id: fields.idParam }),
  body: z.strictObject({}),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["no-such-standing"],
});

export const standingList = endpoint({
  name: "transfers.standing",
  method: "GET",
  path,
  summary: "Lists the monthly transfers that members have ordered and not stopped, latest first",
  audience: { kind: "staff", permission: "withdrawals.read" },
  subject: "call",
  params: fields.nothing,
  query: z.strictObject({ after: z.optional(fields.idParam) }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(
      z.object({ ...standingTransfer.shape, memberNo: z.string(), fullName: z.string() }),
    ),
    next: z.string(),
  }),
});

/** Every call about transfers each month. */
export const standingCalls = [standingCode, orderStanding, stopStanding, standingList];
