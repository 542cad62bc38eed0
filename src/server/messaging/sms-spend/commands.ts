import { type Cents, cents, formatMoney } from "#shared/money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { changesOf, takeVersion } from "#server/kernel/platform/setting-change.ts";
import { budgetSet } from "./queries.ts";

interface Budget {
  readonly version: number;
  /** Null for none. */
  readonly budget: Cents | null;
  /** In shillings with up to four decimals. */
  readonly partPrice: string;
}

const formatted = (budget: bigint | null) => (budget === null ? "" : formatMoney(cents(budget)));
/** The database appends zeros. */
const priced = (price: string) =>
  price
    .trim()
    .replace(/(?<=\.\d*)0+$/, "")
    .replace(/\.$/, "");

/**
 * Sets the month's budget. Messages that waited for the budget are sent as soon as there is room
 * again.
 */
export async function saveBudget(
  work: UnitOfWork,
  { version, budget, partPrice }: Budget,
  notify: Notify,
): Promise<void> {
  const before = await budgetSet(work);
  const changes = changesOf(
    { budget: formatted(before.month_cents), partPrice: priced(before.part_price) },
    { budget: formatted(budget), partPrice: priced(partPrice) },
  );
  if (changes.length === 0) return;
  await takeVersion(work, "sms", version, changes);
  const told = {
    budgetWas: formatted(before.month_cents) || "none",
    budget: formatted(budget) || "none",
  };
  await notifyOffice(work, "settings-budget", told, notify);
  await work.run("update sms_budget set month_cents = $1, part_price = $2", [budget, partPrice]);
  work.afterCommit(notify);
}
