import * as z from "zod/mini";
import { loanRests } from "#shared/contract/pay-ins/prompts.ts";
import { defaultPurposes } from "#shared/contract/pay-ins/settings.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { latestChanges, versionOf } from "#server/kernel/platform/setting-change.ts";

const findSettings = statement({
  name: "pay-in-settings",
  text: `select purpose, loan_rest as "loanRest", least_cents as least, most_cents as most,
      day_cents as "dayMost" from pay_in_setting`,
  row: z.object({
    purpose: z.enum(defaultPurposes),
    loanRest: z.enum(loanRests),
    least: bigCents,
    most: bigCents,
    dayMost: bigCents,
  }),
});

/** Where payments by M-Pesa are credited, and the limits of those by prompt. */
export type PayInSettings = z.infer<typeof findSettings.row>;

/** The settings in force, their version and their last changes. */
export async function keptSettings(snapshot: Snapshot) {
  const values = await snapshot.first(findSettings);
  if (values === null) throw new Error("the settings of payments in are missing");
  const changes = await latestChanges(snapshot, "pay-ins");
  return { values, version: versionOf(changes), changes };
}
