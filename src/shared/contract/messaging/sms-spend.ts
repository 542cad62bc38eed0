import * as z from "zod/mini";
import { messagePurposes } from "#shared/message-kinds.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { changedBy, seenVersion } from "#shared/contract/office/settings.ts";

const sum = { messages: z.int(), parts: z.int(), cost: fields.amount };

const spendAnswer = z.object({
  version: z.int(),
  changed: z.optional(z.object(changedBy)),
  /** The monthly SMS budget; left out where there is none. */
  budget: z.optional(fields.amount),
  /** The price of one SMS part where the provider does not report it, in shillings. */
  partPrice: z.string(),
  /** The month, as its first day, and its cost so far. */
  month: fields.day,
  spent: z.object(sum),
  /** In whole percent of the budget; left out without one. */
  percent: z.optional(z.int()),
  /** Text messages that wait because the budget is used up. */
  held: z.int(),
  byPurpose: z.array(z.object({ purpose: z.enum(messagePurposes), ...sum })),
  /** The days of the month on which messages were sent. */
  byDay: z.array(z.object({ day: fields.day, ...sum })),
  /** Earlier months, latest first, at most six. */
  before: z.array(z.object({ month: fields.day, ...sum })),
  /** The daily limit of one-time codes for the whole society, which the operator sets. */
  codes: z.object({ sent: z.int(), most: z.int() }),
});

export const spend = endpoint({
  name: "sms-spend.spend",
  method: "GET",
  path: "/api/v1/settings/sms",
  summary: "Returns this month's SMS cost by purpose and day, and the budget",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: spendAnswer,
});

export const saveBudget = endpoint({
  name: "sms-spend.saveBudget",
  method: "PUT",
  path: "/api/v1/settings/sms",
  summary: "Sets the monthly SMS budget; held notices are sent if it is raised",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({
    version: seenVersion,
    /** Left out for no budget. */
    budget: z.optional(fields.amountGiven),
    partPrice: z
      .string("field.required")
      .check(z.trim(), z.regex(/^\d{1,2}(\.\d{1,4})?$/, "amount.form")),
  }),
  answer: spendAnswer,
  problems: ["settings-changed", "invalid"],
});
