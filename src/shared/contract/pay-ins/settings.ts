import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { loanRests } from "./prompts.ts";
import { seenVersion, settingChange } from "#shared/contract/office/settings.ts";
import { type Cents, isWholeShillings } from "#shared/money.ts";
import { MPESA_CEILING, MPESA_DAY_CEILING } from "#shared/mpesa-ceiling.ts";

/** Where money goes whose account number names no purpose. */
export const defaultPurposes = ["deposits", "share-capital"] as const;

/** The limits of payments by prompt: the minimum and maximum, and the daily maximum of a number. */
export const promptLimitNames = ["least", "most", "dayMost"] as const;
export type PromptLimitName = (typeof promptLimitNames)[number];

/** The highest value of each limit, above which M-Pesa itself rejects a payment. */
export const highestPromptLimits: Readonly<Record<PromptLimitName, Cents>> = {
  least: MPESA_CEILING,
  most: MPESA_CEILING,
  dayMost: MPESA_DAY_CEILING,
};

const limit = (name: PromptLimitName) =>
  fields.amountGiven.check(
    z.refine(isWholeShillings, "pay-in.whole"),
    z.refine((cents) => cents <= highestPromptLimits[name], "pay-in.ceiling"),
  );

const choices = {
  purpose: z.enum(defaultPurposes, "field.required"),
  loanRest: z.enum(loanRests, "field.required"),
};

const answer = z.object({
  version: z.int(),
  ...choices,
  least: fields.amount,
  most: fields.amount,
  dayMost: fields.amount,
  /** The paybill number; empty while members cannot pay in by M-Pesa. */
  paybill: z.string(),
  changes: z.array(settingChange),
});

const settings = {
  path: "/api/v1/settings/pay-ins",
  answer,
} as const;

export const payInSettings = endpoint({
  ...settings,
  name: "payIns.settings",
  method: "GET",
  summary: "Returns where payments by M-Pesa are credited, and the limits of those by prompt",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
});

export const savePayInSettings = endpoint({
  ...settings,
  name: "payIns.saveSettings",
  method: "PUT",
  summary:
    "Sets where payments by M-Pesa are credited from now on, and the limits of those by prompt",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z
    .strictObject({
      version: seenVersion,
      ...choices,
      least: limit("least"),
      most: limit("most"),
      dayMost: limit("dayMost"),
    })
    .check(
      z.refine(({ least, most }) => least <= most, { path: ["most"], error: "pay-in.most-below" }),
      z.refine(({ most, dayMost }) => most <= dayMost, {
        path: ["dayMost"],
        error: "pay-in.day-below",
      }),
    ),
  problems: ["settings-changed", "invalid"],
});
