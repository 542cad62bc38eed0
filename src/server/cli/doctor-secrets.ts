import { nairobiDate } from "#shared/calendar-date.ts";
import { plainDay } from "#shared/written-days.ts";
import type { Config } from "#server/kernel/platform/config.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { type SecretAge, secretAges } from "#server/kernel/platform/secret-ages.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** A secret that others hold too, such as a provider, is changed after this time. */
const MAX_DAYS = 365;

type Found = Omit<Diagnosis, "check">;

/**
 * Reports how long each secret has been in use, and which are due for a change; never the secret
 * itself.
 */
export async function checkSecrets(database: Database, config: Config): Promise<Found> {
  const ages = await secretAges(database, config);
  const lines = ages.map(told);
  const due = ages.filter(isDue).map(({ name }) => name);
  const secrets = ages.map((age) => ({ ...age, isDue: isDue(age) }));
  if (due.length === 0) return { state: "ok", text: lines.join("\n"), details: secrets };
  const advice =
    `change ${due.join(", ")}: older than a year. Operations, "Change a secret", says how` +
    " for each.";
  return { state: "warning", text: [...lines, advice].join("\n"), details: secrets };
}

function isDue({ renewal, days }: SecretAge): boolean {
  return renewal === "yearly" && days !== null && days > MAX_DAYS;
}

function told({ name, since, days, isExact }: SecretAge): string {
  if (since === null || days === null) return `${name}: age unknown; no start has had it yet`;
  const age = `${days} ${days === 1 ? "day" : "days"}`;
  const day = plainDay("en", nairobiDate(new Date(since)));
  if (isExact) return `${name}: ${age}, changed at the start of ${day}`;
  return `${name}: at least ${age}, first recorded on ${day}; its true age is not known`;
}
