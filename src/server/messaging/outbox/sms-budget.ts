import * as z from "zod/mini";
import { STAFF_LANGUAGE } from "#shared/language.ts";
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

// In the order of the templates, so that two instances wait for each other's counts in one order.
const addSpent = statement({
  name: "sms-spend-add",
  text: `insert into sms_spend as s (day, template, messages, parts, cost)
    select akiba_today(), a.template, sum(a.messages), sum(a.parts),
      sum(coalesce(a.cost, b.part_price * a.parts))
    from unnest($1::text[], $2::integer[], $3::integer[], $4::numeric[])
        as a (template, messages, parts, cost)
      cross join sms_budget b
    group by a.template order by a.template
    on conflict (day, template) do update set messages = s.messages + excluded.messages,
      parts = s.parts + excluded.parts, cost = s.cost + excluded.cost
    returning template`,
  row: z.object({ template: z.string() }),
});

/**
 * Counts accepted messages against the budget, by day and template. Only text messages count, and
 * one without a recipient costs nothing.
 */
export async function countSpent(work: UnitOfWork, accepted: readonly Accepted[]): Promise<void> {
  const texts = accepted.filter(({ channel }) => channel === "sms");
  if (texts.length === 0) return;
  await work.rows(addSpent, [
    texts.map(({ template }) => template),
    texts.map((one) => (isSent(one) ? 1 : 0)),
    texts.map((one) => (isSent(one) ? smsLength(one.text).parts : 0)),
    texts.map((one) => (isSent(one) ? (one.cost ?? null) : "0")),
  ]);
}

const isSent = ({ recipient }: Accepted) => recipient !== "";

const findSpentShare = statement({
  name: "sms-budget-standing",
  text: `select to_char(b.month_cents / 100.0, 'FM999,999,990') as budget,
      least(floor(spent.cost * 10000 / b.month_cents), 1000)::int as percent,
      coalesce((select max(n.percent) from sms_budget_notice n
        where n.month = date_trunc('month', akiba_today())), 0)::int as notified_percent
    from sms_budget b cross join lateral (
      select coalesce(sum(cost), 0) as cost from sms_spend
      where day >= date_trunc('month', akiba_today())
    ) spent where b.month_cents is not null`,
  row: z.object({ budget: z.string(), percent: z.int(), notified_percent: z.int() }),
});

/** How much of the month's budget is spent. */
export interface BudgetStanding {
  readonly isSpent: boolean;
  /** The threshold, in percent, that was reached but not yet notified; zero if there is none. */
  readonly unnotified: 0 | typeof BUDGET_WARNING | 100;
}

/** The share of the budget, in percent, at which the office is notified before it is spent. */
export const BUDGET_WARNING = 80;

// A check of `sms_budget_notice` (0025) admits the same two thresholds.
/** Reads how much of the month's budget is spent; without a budget it is never spent. */
export async function budgetStanding(snapshot: Snapshot): Promise<BudgetStanding> {
  const found = await snapshot.first(findSpentShare);
  const percent = found?.percent ?? 0;
  const passed = percent >= 100 ? 100 : percent >= BUDGET_WARNING ? BUDGET_WARNING : 0;
  return {
    isSpent: passed === 100,
    unnotified: passed > (found?.notified_percent ?? 0) ? passed : 0,
  };
}

const findRecipients = statement({
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
  percent: typeof BUDGET_WARNING | 100,
  notify: Notify,
): Promise<void> {
  const written = await work.run(
    `insert into sms_budget_notice (month, percent)
      values (date_trunc('month', akiba_today()), $1) on conflict do nothing`,
    [percent],
  );
  const spent = await work.first(findSpentShare);
  if (written === 0 || spent === null) return;
  const params = {
    ...(await societyContact(work)),
    budget: spent.budget,
    percent: `${percent}`,
  };
  const recipients = await work.rows(findRecipients);
  const message = { template: "sms-budget", language: STAFF_LANGUAGE, params } as const;
  const all = recipients
    .filter(({ mobile_number, email }) => mobile_number !== "" || email !== "")
    .map(({ mobile_number, email }) =>
      email === ""
        ? ({ ...message, channel: "sms", recipient: mobile_number } as const)
        : ({ ...message, channel: "email", recipient: email } as const),
    );
  await enqueueAll(work, all, notify);
}
