import * as z from "zod/mini";
import { accentChroma } from "#shared/accent.ts";
import { highestOnePersonLimits, type OnePersonLimitName } from "#shared/one-person-limits.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** The person and time of a change; without a name if no member of staff made it. */
export const changedBy = { by: z.string(), date: fields.day, time: z.string() };

/** One line of text, trimmed; empty where it is optional. */
function line(most: number) {
  return z
    .string("field.required")
    .check(
      z.trim(),
      z.maxLength(most, "field.long"),
      z.regex(/^[^\p{Cc}\p{Cf}]*$/u, "field.invalid"),
    );
}

function lineNeeded(most: number) {
  return line(most).check(z.minLength(1, "field.required"));
}

/** The version that was read; of two people who save the same one, the second is rejected. */
export const seenVersion = z.int("field.required").check(z.minimum(0, "field.invalid"));

/** The society's names and contacts. */
export const societyFields = {
  organisationName: lineNeeded(80),
  /** The short name used in messages and in the header on a phone. */
  shortName: lineNeeded(24),
  legalName: line(120),
  postalAddress: line(120),
  phone: line(24).check(z.regex(/^(\+?[\d][\d ]{5,22})?$/, "phone.form")),
  email: z.union([z.literal(""), fields.email], "email.form"),
  officeHours: line(120),
  officeHoursSw: line(120),
  officePlace: line(120),
  officePlaceSw: line(120),
  /** The society's debit account for payout files; empty until it is set. */
  debitAccount: z.string("field.required").check(
    z.overwrite((given) => given.replace(/[\s-]/g, "")),
    z.regex(/^([0-9]{5,20})?$/, "debitAccount.form"),
  ),
};

/** The names of the society's fields, used in the record of a change. */
export type SocietyField = keyof typeof societyFields;

/** A recorded change: each field with its old and new value. */
export const settingChange = z.object({
  ...changedBy,
  version: z.int(),
  fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});

export type SettingChange = z.output<typeof settingChange>;

const societyAnswer = z.object({
  version: z.int(),
  organisationName: z.string(),
  shortName: z.string(),
  legalName: z.string(),
  postalAddress: z.string(),
  phone: z.string(),
  email: z.string(),
  officeHours: z.string(),
  officeHoursSw: z.string(),
  officePlace: z.string(),
  officePlaceSw: z.string(),
  debitAccount: z.string(),
  /** Latest first, at most ten. */
  changes: z.array(settingChange),
});

export const society = endpoint({
  name: "settings.society",
  method: "GET",
  path: "/api/v1/settings/society",
  summary: "Returns the society's names and contacts, with their changes",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: societyAnswer,
});

export const saveSociety = endpoint({
  name: "settings.saveSociety",
  method: "PUT",
  path: "/api/v1/settings/society",
  summary: "Changes the society's names and contacts, which take effect at once",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({ version: seenVersion, ...societyFields }),
  answer: societyAnswer,
  problems: ["settings-changed", "invalid"],
});

const lookAnswer = z.object({
  version: z.int(),
  accentHue: z.number(),
  accentChroma: z.number(),
  logo: z.optional(z.object({ address: z.string(), width: z.int(), height: z.int() })),
  changes: z.array(settingChange),
});

export const look = endpoint({
  name: "settings.look",
  method: "GET",
  path: "/api/v1/settings/look",
  summary: "Returns the society's colour and logo, with their changes",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: lookAnswer,
});

export const saveColour = endpoint({
  name: "settings.saveColour",
  method: "PUT",
  path: "/api/v1/settings/look/colour",
  summary: "Changes the society's colour: a hue, and a strength at which every text stays readable",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({
    version: seenVersion,
    accentHue: z
      .int("field.required")
      .check(z.minimum(0, "field.invalid"), z.maximum(360, "field.invalid")),
    accentChroma: z
      .number("field.required")
      .check(
        z.minimum(accentChroma.least, "accent.strength"),
        z.maximum(accentChroma.most, "accent.strength"),
      ),
  }),
  answer: lookAnswer,
  problems: ["settings-changed", "no-such-society", "invalid"],
});

const versionParam = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, "field.invalid")),
  z.transform(Number),
);

export const saveLogo = endpoint({
  name: "settings.saveLogo",
  method: "PUT",
  path: "/api/v1/settings/look/logo",
  summary: "Uploads a logo: a PNG or JPEG of at most 200 KB and 1,024 pixels a side",
  audience: { kind: "staff", permission: "settings.edit" },
  query: z.strictObject({ version: versionParam }),
  takes: "image/*",
  answer: lookAnswer,
  problems: ["settings-changed", "no-such-society", "not-picture", "too-large", "invalid"],
});

export const removeLogo = endpoint({
  name: "settings.removeLogo",
  method: "DELETE",
  path: "/api/v1/settings/look/logo",
  summary: "Removes the logo, so that the portal's own sign is shown",
  audience: { kind: "staff", permission: "settings.edit" },
  query: z.strictObject({ version: versionParam }),
  answer: lookAnswer,
  problems: ["settings-changed", "no-such-society", "invalid"],
});

const limit = (name: OnePersonLimitName) =>
  fields.amountOrZero.check(
    z.refine((cents) => cents <= highestOnePersonLimits[name], "limit.highest"),
  );

const receiptLimitsAnswer = z.object({
  version: z.int(),
  /** Opening savings of a new member. */
  openingSavings: fields.amount,
  /** All repayments of one loan on one day. */
  repayment: fields.amount,
  /** The overpayment that a repayment may contain. */
  over: fields.amount,
  /** The total that one person may record in a day. */
  day: fields.amount,
  changes: z.array(settingChange),
});

export const receiptLimits = endpoint({
  name: "settings.receiptLimits",
  method: "GET",
  path: "/api/v1/settings/receipts",
  summary: "Returns the amounts above which a receipt waits for a second person",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: receiptLimitsAnswer,
});

export const saveReceiptLimits = endpoint({
  name: "settings.saveReceiptLimits",
  method: "PUT",
  path: "/api/v1/settings/receipts",
  summary: "Sets the amounts above which a receipt waits for a second person; staff are notified",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({
    version: seenVersion,
    openingSavings: limit("openingSavings"),
    repayment: limit("repayment"),
    over: limit("over"),
    day: limit("day"),
  }),
  answer: receiptLimitsAnswer,
  problems: ["settings-changed", "invalid"],
});
