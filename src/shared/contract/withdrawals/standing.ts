import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { transferDestinations } from "./transfers.ts";

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
/** The address of the orders. */
export const standingPath = "/api/v1/standing-transfers";

export const standingCode = endpoint({
  name: "transfers.standingCode",
  method: "POST",
  path: `${standingPath}/code`,
  summary: "Sends a code for exactly this monthly transfer between one's own accounts",
  audience: { kind: "member" },
  body: z.strictObject(given),
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: [...cannot, ...cannotSend, "invalid"],
});

export const orderStanding = endpoint({
  name: "transfers.order",
  method: "POST",
  path: standingPath,
  summary: "Orders a transfer each month between one's own accounts, by the code sent for it",
  audience: { kind: "member" },
  body: z.strictObject({ ...given, otp: fields.otp }),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: [...cannot, "otp-refused", "invalid"],
});

export const stopStanding = endpoint({
  name: "transfers.stopStanding",
  method: "POST",
  path: `${standingPath}/:id/stop`,
  summary: "Stops a monthly transfer of one's own, at any time",
  audience: { kind: "member" },
  params: z.object({ id: fields.idParam }),
  body: z.strictObject({}),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["no-such-standing"],
});

/** Every call of a member about transfers each month. */
export const standingCalls = [standingCode, orderStanding, stopStanding];
