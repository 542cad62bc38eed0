import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "#server/kernel/platform/config.ts";
import { openExistingDatabase } from "#server/kernel/platform/open-database.ts";
import { reasonOf, startFailure } from "#server/kernel/platform/start-failure.ts";
import { type Check, type Diagnosis, printed } from "./diagnosis.ts";
import { databaseChecks } from "./doctor-database.ts";
import { outsideChecks } from "./doctor-outside.ts";
import { readGiven } from "./forms.ts";

/** A part that does not answer must not keep the others from being checked. */
const LONGEST_CHECK_MS = 15_000;

/**
 * Checks the configuration, the database and everything outside that the portal depends on, without
 * sending a message or moving money, and prints what it found. Returns the exit code: 1 if a check
 * failed, 0 if there are only warnings.
 */
export async function runDoctor(
  given: readonly string[],
  readConfig: () => Config,
  migrations: string,
): Promise<number> {
  const asJson = readGiven("doctor", given).values.json;
  const found = await diagnose(readConfig, migrations);
  const failed = found.some(({ state }) => state === "failed");
  if (asJson) console.log(JSON.stringify({ ok: !failed, checks: found }, null, 2));
  else for (const line of printed(found)) console.log(line);
  return failed ? 1 : 0;
}

/**
 * Makes every check that the earlier ones allow: without a configuration nothing can be checked.
 */
export async function diagnose(readConfig: () => Config, migrations: string): Promise<Diagnosis[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    return [{ check: "configuration", state: "failed", text: startFailure(error) }];
  }
  const text = `usable, for a ${config.mode} society`;
  const found: Diagnosis[] = [{ check: "configuration", state: "ok", text }];
  found.push(...(await diagnoseDatabase(config, migrations)));
  for (const check of outsideChecks(config)) found.push(await made(check, reasonOf));
  return found;
}

async function diagnoseDatabase(config: Config, migrations: string): Promise<Diagnosis[]> {
  try {
    const opened = await openExistingDatabase(config);
    try {
      const found: Diagnosis[] = [];
      for await (const checks of databaseChecks(opened, config, migrations)) {
        for (const check of checks) found.push(await made(check));
      }
      return found;
    } finally {
      await opened.close();
    }
  } catch (error) {
    return [{ check: "database", state: "failed", text: startFailure(error) }];
  }
}

/** Makes a check; the advice of a failed start is about the database alone. */
async function made({ check, examine }: Check, words = startFailure): Promise<Diagnosis> {
  const cutOff = pause(LONGEST_CHECK_MS, undefined, { ref: false }).then(() => {
    throw new Error("no answer in time");
  });
  try {
    return { check, ...(await Promise.race([examine(), cutOff])) };
  } catch (error) {
    return { check, state: "failed", text: words(error) };
  }
}
