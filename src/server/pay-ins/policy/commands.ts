import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { changesOf, takeVersion } from "#server/kernel/platform/setting-change.ts";
import { keptSettings, type PayInSettings } from "./queries.ts";

/** Sets where payments by M-Pesa are credited; saving the same values changes nothing. */
export async function saveSettings(
  work: UnitOfWork,
  seen: number,
  { purpose, loanRest }: PayInSettings,
): Promise<void> {
  const before = await keptSettings(work);
  const changes = changesOf({ ...before.values }, { purpose, loanRest });
  if (changes.length === 0) return;
  await takeVersion(work, "pay-ins", seen, changes);
  await work.run("update pay_in_setting set purpose = $1, loan_rest = $2", [purpose, loanRest]);
}
