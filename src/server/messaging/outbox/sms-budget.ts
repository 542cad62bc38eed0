import * as z from "zod/mini";
import { smsLength } from "#shared/sms-length.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { type Channel, enqueueAll, type Notify } from "./enqueue.ts";
import { societyContact } from "./society-contact.ts";

/** A message that its provider accepted. */
interface Accepted {
  readonly channel: Channel;
  /** Empty for a message that was sent to nobody. */
  readonly recipient: string;
  readonly template: string;
  readonly text: string;
  /** In shillings, if the provider said; else it is calculated by the price of a part. */
  readonly cost: string | undefined;
}

/**
 * Counts an accepted message against the budget, by its day and its template. Only text messages
 * count, and one without a recipient costs nothing.
 */
export async function countSpent(work: UnitOfWork, accepted: Accepted): Promise<void> {
  const { channel, recipient, template, text, cost } = accepted;
  if (channel !== "sms") return;
  const isSent = recipient !== "";
  await work.run(
    `insert into sms_spend as s (day, template, messages, parts, cost)
      select akiba_today(), $1, $4::integer, $2::integer,
        coalesce($3::numeric, b.part_price * $2::integer)
      from sms_budget b
      on conflict (day, template) do update set messages = s.messages + excluded.messages,
        parts = s.parts + excluded.parts, cost = s.cost + excluded.cost`,
    isSent ? [template, smsLength(text).parts, cost ?? null, 1] : [template, 0, "0", 0],
  );
}

const findStanding = statement({
  name: "sms-budget-standing",
  text: `select to_char(b.month_cents / 100.0, 'FM999,999,990') as budget,
      least(floor(spent.cost * 10000 / b.month_cents), 1000)::int as percent,
      coalesce((select max(n.percent) from sms_budget_notice n
        where n.month = date_trunc('month', akiba_today())), 0)::int as told
    from sms_budget b cross join lateral (
      select coalesce(sum(cost), 0) as cost from sms_spend
      where day >= date_trunc('month', akiba_today())
    ) spent where b.month_cents is not null`,
  row: z.object({ budget: z.string(), percent: z.int(), told: z.int() }),
});

/** How much of the month's budget is spent. */
export interface BudgetStanding {
  readonly isSpent: boolean;
  /** The threshold, in percent, that was reached but not yet notified; zero if there is none. */
  readonly unnotified: 0 | 80 | 100;
}

/** Reads how much of the month's budget is spent; without a budget it is never spent. */
export async function budgetStanding(snapshot: Snapshot): Promise<BudgetStanding> {
  const found = await snapshot.first(findStanding);
  const percent = found?.percent ?? 0;
  const passed = percent >= 100 ? 100 : percent >= 80 ? 80 : 0;
  return { isSpent: passed === 100, unnotified: passed > (found?.told ?? 0) ? passed : 0 };
}

const findOffice = statement({
  name: "sms-budget-office",
  text: `select mobile_number, email from staff
    where role in ('administrator', 'treasurer') and suspended_at is null order by id`,
  row: z.object({ mobile_number: z.string(), email: z.string() }),
});

/**
 * Notifies the administrator and the treasurer that a threshold was reached: once a month for each,
 * whichever instance notices it first. By e-mail, which costs nothing, if there is an address.
 */
export async function notifyOfBudget(
  work: UnitOfWork,
  percent: 80 | 100,
  notify: Notify,
): Promise<void> {
  const written = await work.run(
    `insert into sms_budget_notice (month, percent)
      values (date_trunc('month', akiba_today()), $1) on conflict do nothing`,
    [percent],
  );
  const standing = await work.first(findStanding);
  if (written === 0 || standing === null) return;
  const params = {
    ...(await societyContact(work)),
    budget: standing.budget,
    percent: `${percent}`,
  };
  const told = await work.rows(findOffice);
  const message = { template: "sms-budget", language: "en", params } as const;
  const all = told
    .filter(({ mobile_number, email }) => mobile_number !== "" || email !== "")
    .map(({ mobile_number, email }) =>
      email === ""
        ? ({ ...message, channel: "sms", recipient: mobile_number } as const)
        : ({ ...message, channel: "email", recipient: email } as const),
    );
  await enqueueAll(work, all, notify);
}
