import * as z from "zod/mini";
import { messagePurposes } from "#shared/message-text.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { changedBy, seenVersion } from "#shared/contract/office/settings.ts";

const sum = { messages: z.int(), parts: z.int(), cost: fields.amount };

const spendAnswer = z.object({
  version: z.int(),
  changed: z.optional(z.object(changedBy)),
  /** What text messages may cost in a month; left out where there is no budget. */
  budget: z.optional(fields.amount),
  /** What one part of a text costs where the provider does not say, in shillings. */
  partPrice: z.string(),
  /** The month it is, as its first day, and what it came to so far. */
  month: fields.day,
  spent: z.object(sum),
  /** In whole per cent of the budget; left out without one. */
  percent: z.optional(z.int()),
  /** Text messages that wait because the budget is spent. */
  held: z.int(),
  byPurpose: z.array(z.object({ purpose: z.enum(messagePurposes), ...sum })),
  /** The days of the month on which any were sent. */
  byDay: z.array(z.object({ day: fields.day, ...sum })),
  /** The months before, the latest first, six at most. */
  before: z.array(z.object({ month: fields.day, ...sum })),
  /** The limit of codes for the whole society in a day, which the operator sets. */
  codes: z.object({ sent: z.int(), most: z.int() }),
});

export const spend = endpoint({
  name: "sms-spend.spend",
  method: "GET",
  path: "/api/v1/settings/sms",
  summary: "What text messages cost this month, for what and on which days, and the budget",
  audience: { kind: "staff", permission: "settings.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: spendAnswer,
});

export const saveBudget = endpoint({
  name: "sms-spend.saveBudget",
  method: "PUT",
  path: "/api/v1/settings/sms",
  summary: "Set what text messages may cost in a month; notices that wait leave if it is raised",
  audience: { kind: "staff", permission: "settings.edit" },
  params: fields.nothing,
  body: z.strictObject({
    version: seenVersion,
    /** Left out for none. */
    budget: z.optional(fields.amountGiven),
    partPrice: z
      .string("field.required")
      .check(z.trim(), z.regex(/^\d{1,2}(\.\d{1,4})?$/, "amount.form")),
  }),
  answer: spendAnswer,
  problems: ["settings-changed", "invalid"],
});
