import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { loanRests } from "./prompts.ts";
import { seenVersion, settingChange } from "#shared/contract/office/settings.ts";

/** Where money goes whose account number names no purpose. */
export const defaultPurposes = ["deposits", "share-capital"] as const;

const choices = {
  purpose: z.enum(defaultPurposes, "field.required"),
  loanRest: z.enum(loanRests, "field.required"),
};

const answer = z.object({
  version: z.int(),
  ...choices,
  /** The number members pay to; empty while they cannot pay in by M-Pesa. */
  paybill: z.string(),
  changes: z.array(settingChange),
});

const settings = {
  path: "/api/v1/settings/pay-ins",
  params: fields.nothing,
  answer,
} as const;

export const payInSettings = endpoint({
  ...settings,
  name: "payIns.settings",
  method: "GET",
  summary: "Returns where payments by M-Pesa are credited",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  body: fields.nothing,
});

export const savePayInSettings = endpoint({
  ...settings,
  name: "payIns.saveSettings",
  method: "PUT",
  summary: "Sets where payments by M-Pesa are credited from now on",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({ version: seenVersion, ...choices }),
  problems: ["settings-changed", "invalid"],
});
