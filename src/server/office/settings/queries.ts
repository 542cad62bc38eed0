import * as z from "zod/mini";
import type { SocietyField } from "#shared/contract/office/settings.ts";
import { onePersonLimits } from "#server/oversight/approvals/one-person.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { latestChanges, type SettingChange } from "#server/kernel/platform/setting-change.ts";

/** The database column of each field. */
export const societyColumns = {
  organisationName: "organisation_name",
  shortName: "short_name",
  legalName: "legal_name",
  postalAddress: "postal_address",
  phone: "phone",
  email: "email",
  officeHours: "office_hours",
  officeHoursSw: "office_hours_sw",
  officePlace: "office_place",
  officePlaceSw: "office_place_sw",
  debitAccount: "debit_account",
} as const satisfies Record<SocietyField, string>;

export type SocietyValues = Readonly<Record<SocietyField, string>>;

const aliased = Object.entries(societyColumns).map(([name, column]) => `${column} as "${name}"`);

const valuesRow = z.object({
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
});

const findValues = statement({
  name: "settings-society",
  text: `select ${aliased.join(", ")} from society`,
  row: valuesRow,
});

/** The values before the society is set up. */
const blank = Object.fromEntries(
  Object.keys(societyColumns).map((name) => [name, ""]),
) as SocietyValues;

export interface KeptSociety {
  readonly values: SocietyValues;
  readonly changes: readonly SettingChange[];
}

/** The current society, blank before it is set up, and its last changes. */
export async function keptSociety(snapshot: Snapshot): Promise<KeptSociety> {
  const values = (await snapshot.first(findValues)) ?? blank;
  return { values, changes: await latestChanges(snapshot, "society") };
}

const lookRow = z.object({
  accent_hue: z.number(),
  accent_chroma: z.number(),
  logo_sha256: z.nullable(z.string()),
  media_type: z.nullable(z.enum(["image/png", "image/jpeg"])),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});

export type LookRow = z.infer<typeof lookRow>;

const findLook = statement({
  name: "settings-look",
  text: `select s.accent_hue::float8, s.accent_chroma::float8, s.logo_sha256, l.media_type, l.width,
      l.height
    from society s left join society_logo l on l.sha256 = s.logo_sha256`,
  row: lookRow,
});

export interface KeptLook {
  readonly look: LookRow | null;
  readonly changes: readonly SettingChange[];
}

/** The society's logo and colour, null before it is set up, and their last changes. */
export async function keptLook(snapshot: Snapshot): Promise<KeptLook> {
  return {
    look: await snapshot.first(findLook),
    changes: await latestChanges(snapshot, "look"),
  };
}

/** The largest amounts that one person may record alone, and their last changes. */
export async function keptReceiptLimits(snapshot: Snapshot) {
  return {
    limits: await onePersonLimits(snapshot),
    changes: await latestChanges(snapshot, "receipts"),
  };
}

export type KeptReceiptLimits = Awaited<ReturnType<typeof keptReceiptLimits>>;
