import * as z from "zod/mini";
import { accentChroma } from "#shared/accent.ts";
import { highestOnePersonLimits, type OnePersonLimitName } from "#shared/one-person-limits.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** Who changed something and when, as the office reads it; no name where nobody of it did. */
export const changedBy = { by: z.string(), date: fields.day, time: z.string() };

/** One line of text, trimmed; it may be empty where it need not be given. */
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

/** Which version one has seen; of two who save the same one, the second is told. */
export const seenVersion = z.int("field.required").check(z.minimum(0, "field.invalid"));

/** What the society is called and where it is found. */
export const societyFields = {
  organisationName: lineNeeded(80),
  /** As messages and the header of a phone have it. */
  shortName: lineNeeded(24),
  legalName: line(120),
  postalAddress: line(120),
  phone: line(24).check(z.regex(/^(\+?[\d][\d ]{5,22})?$/, "phone.form")),
  email: z.union([z.literal(""), fields.email], "email.form"),
  officeHours: line(120),
  officeHoursSw: line(120),
  officePlace: line(120),
  officePlaceSw: line(120),
};

/** The fields of the society, by which a change of them is kept. */
export type SocietyField = keyof typeof societyFields;

/** A change as it was kept: each field with what it was and what it became. */
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
  /** The latest first, ten at most. */
  changes: z.array(settingChange),
});

export const society = endpoint({
  name: "settings.society",
  method: "GET",
  path: "/api/v1/settings/society",
  summary: "The society's names and contacts, with who changed what of them",
  audience: { kind: "staff", permission: "settings.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: societyAnswer,
});

export const saveSociety = endpoint({
  name: "settings.saveSociety",
  method: "PUT",
  path: "/api/v1/settings/society",
  summary: "Change the society's names and contacts; they show at once",
  audience: { kind: "staff", permission: "settings.edit" },
  params: fields.nothing,
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
  summary: "The society's colour and logo, with who changed them",
  audience: { kind: "staff", permission: "settings.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: lookAnswer,
});

export const saveColour = endpoint({
  name: "settings.saveColour",
  method: "PUT",
  path: "/api/v1/settings/look/colour",
  summary: "Change the society's colour: a hue, and a strength at which every text stays readable",
  audience: { kind: "staff", permission: "settings.edit" },
  params: fields.nothing,
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
  summary: "Take in a logo: a PNG or JPEG of at most 200 KB and 1,024 pixels a side",
  audience: { kind: "staff", permission: "settings.edit" },
  params: fields.nothing,
  query: z.strictObject({ version: versionParam }),
  body: fields.nothing,
  takes: "image/*",
  answer: lookAnswer,
  problems: ["settings-changed", "no-such-society", "not-picture", "too-large", "invalid"],
});

export const removeLogo = endpoint({
  name: "settings.removeLogo",
  method: "DELETE",
  path: "/api/v1/settings/look/logo",
  summary: "Go back to the sign of the portal",
  audience: { kind: "staff", permission: "settings.edit" },
  params: fields.nothing,
  query: z.strictObject({ version: versionParam }),
  body: fields.nothing,
  answer: lookAnswer,
  problems: ["settings-changed", "no-such-society", "invalid"],
});

const limit = (name: OnePersonLimitName) =>
  fields.amountOrNought.check(
    z.refine((cents) => cents <= highestOnePersonLimits[name], "limit.highest"),
  );

const receiptLimitsAnswer = z.object({
  version: z.int(),
  /** Opening savings of a new member. */
  openingSavings: fields.amount,
  /** All repayments of one loan on one day. */
  repayment: fields.amount,
  /** How much more than is owed a repayment may bring. */
  over: fields.amount,
  /** Everything that one person records on one day. */
  day: fields.amount,
  changes: z.array(settingChange),
});

export const receiptLimits = endpoint({
  name: "settings.receiptLimits",
  method: "GET",
  path: "/api/v1/settings/receipts",
  summary: "Above which amounts a receipt waits for a second person",
  audience: { kind: "staff", permission: "settings.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: receiptLimitsAnswer,
});

export const saveReceiptLimits = endpoint({
  name: "settings.saveReceiptLimits",
  method: "PUT",
  path: "/api/v1/settings/receipts",
  summary: "Set above which amounts a receipt waits for a second person; the office is notified",
  audience: { kind: "staff", permission: "settings.edit" },
  params: fields.nothing,
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
