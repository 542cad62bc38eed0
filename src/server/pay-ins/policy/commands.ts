import { formatMoney } from "#shared/money.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { changesOf, takeVersion } from "#server/kernel/platform/setting-change.ts";
import { keptSettings, type PayInSettings } from "./queries.ts";

/** Sets how payments by M-Pesa are handled; saving the same values changes nothing. */
export async function saveSettings(
  work: UnitOfWork,
  seen: number,
  settings: PayInSettings,
): Promise<void> {
  const before = await keptSettings(work);
  const changes = changesOf(formatted(before.values), formatted(settings));
  if (changes.length === 0) return;
  await takeVersion(work, "pay-ins", seen, changes);
  const { purpose, loanRest, least, most, dayMost } = settings;
  await work.run(
    `update pay_in_setting set purpose = $1, loan_rest = $2, least_cents = $3, most_cents = $4,
      day_cents = $5`,
    [purpose, loanRest, least, most, dayMost],
  );
}

function formatted({ purpose, loanRest, least, most, dayMost }: PayInSettings) {
  return {
    purpose,
    loanRest,
    least: formatMoney(least),
    most: formatMoney(most),
    dayMost: formatMoney(dayMost),
  };
}
