import * as z from "zod/mini";
import type { Cents } from "#shared/money.ts";
import { budgetStanding } from "#server/messaging/outbox/sms-budget.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { latestChanges } from "#server/kernel/platform/setting-change.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const sums = {
  messages: z.int(),
  parts: z.int(),
  cost_cents: bigCents,
};

const summed = `coalesce(sum(messages), 0)::int as messages, coalesce(sum(parts), 0)::int as parts,
  round(coalesce(sum(cost), 0) * 100)::bigint as cost_cents`;

const findBudget = statement({
  name: "sms-budget",
  text: `select b.month_cents, b.part_price::text,
      date_trunc('month', akiba_today())::date as month,
      floor(spent.cost * 10000 / b.month_cents)::bigint::text as percent
    from sms_budget b cross join lateral (
      select coalesce(sum(cost), 0) as cost from sms_spend
      where day >= date_trunc('month', akiba_today())
    ) spent`,
  row: z.object({
    month_cents: z.nullable(z.bigint()),
    part_price: z.string(),
    month: z.string(),
    percent: z.nullable(z.string()),
  }),
});

const findByTemplate = statement({
  name: "sms-spend-by-template",
  text: `select template, ${summed} from sms_spend
    where day >= date_trunc('month', akiba_today()) and messages > 0 group by template`,
  row: z.object({ template: z.string(), ...sums }),
});

const findByDay = statement({
  name: "sms-spend-by-day",
  text: `select day, ${summed} from sms_spend
    where day >= date_trunc('month', akiba_today()) and messages > 0 group by day order by day`,
  row: z.object({ day: z.string(), ...sums }),
});

const MONTHS_BEFORE = 6;

const findBefore = statement({
  name: "sms-spend-before",
  text: `select date_trunc('month', day)::date as month, ${summed} from sms_spend
    where day < date_trunc('month', akiba_today())
      and day >= date_trunc('month', akiba_today()) - interval '${MONTHS_BEFORE} months'
    group by 1 order by 1 desc`,
  row: z.object({ month: z.string(), ...sums }),
});

const findHeld = statement({
  name: "sms-held",
  text: `select count(*)::int as held from outbox_message
    where state = 'waiting' and channel = 'sms' and expires_at > akiba_now()
      and template <> all ($1::text[])`,
  row: z.object({ held: z.int() }),
});

// The same row that every code counts on, and that starts again after a day.
const findCodes = statement({
  name: "sms-codes-today",
  text: `select count from rate_counter where name = 'sms' and key = 'society'
    and window_start > akiba_now() - interval '1 day'`,
  row: z.object({ count: z.int() }),
});

/** The number of messages, their parts and their cost. */
export interface SpendSum {
  readonly messages: number;
  readonly parts: number;
  readonly cost_cents: Cents;
}

/** The budget and its use; messages wait once it is spent, except those of the given templates. */
export async function smsSpend(snapshot: Snapshot, withoutBudget: readonly string[]) {
  const budget = await snapshot.first(findBudget);
  if (budget === null) throw new Error("there is no row of the SMS budget");
  const percent = budget.percent === null ? null : Number(budget.percent);
  const { isSpent } = await budgetStanding(snapshot);
  return {
    budget: { ...budget, percent },
    held: isSpent ? ((await snapshot.first(findHeld, [withoutBudget]))?.held ?? 0) : 0,
    byTemplate: await snapshot.rows(findByTemplate),
    byDay: await snapshot.rows(findByDay),
    before: await snapshot.rows(findBefore),
    codes: (await snapshot.first(findCodes))?.count ?? 0,
    changes: await latestChanges(snapshot, "sms"),
  };
}

export type SmsSpend = Awaited<ReturnType<typeof smsSpend>>;

const findSet = statement({
  name: "sms-budget-set",
  text: "select month_cents, part_price::text from sms_budget",
  row: z.object({ month_cents: z.nullable(z.bigint()), part_price: z.string() }),
});

/** The budget as it is set. */
export async function budgetSet(snapshot: Snapshot) {
  const found = await snapshot.first(findSet);
  if (found === null) throw new Error("there is no row of the SMS budget");
  return found;
}
