import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { changedBy } from "#shared/contract/office/settings.ts";
import { withdrawalRules } from "./fields.ts";

/** The states of rules; `replaced` ones were never in force. */
export const ruleStates = ["to-come", "in-force", "past", "replaced"] as const;

export const withdrawalPolicy = endpoint({
  name: "settings.withdrawals",
  method: "GET",
  path: "/api/v1/settings/withdrawals",
  summary: "Returns the rules for withdrawals: past, in force and to come",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: z.object({
    today: fields.day,
    /** The newest rules that were set; the next ones must name them. */
    newest: z.string(),
    /** Latest day first, at most fifty. */
    rows: z.array(
      z.object({
        id: z.string(),
        effectiveFrom: fields.day,
        state: z.enum(ruleStates),
        ...withdrawalRules.shape,
        set: z.object(changedBy),
      }),
    ),
  }),
});

const days = z.pipe(office.countGiven, z.number().check(z.maximum(90, "count.form")));

export const saveWithdrawalPolicy = endpoint({
  name: "settings.saveWithdrawals",
  method: "POST",
  path: "/api/v1/settings/withdrawals",
  summary: "Sets the rules for withdrawals from a day on; those already asked for keep theirs",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({
    effectiveFrom: fields.dayParam,
    smallest: fields.amountGiven,
    largestDay: fields.amountGiven,
    fee: fields.amountOrZero,
    noticeDays: days,
    approvalAbove: fields.amountOrZero,
    follows: z.optional(fields.idParam),
  }),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["settings-changed", "invalid"],
});
