import * as z from "zod/mini";
import {
  payoutSources,
  payoutStates,
  type PayoutTab,
  payoutTabs,
} from "#shared/contract/payouts/desk.ts";
import { payoutChannels, payoutWays } from "#shared/payout-ways.ts";
import { confirmedMobile } from "#server/members/membership/confirmed-mobile.ts";
import { payoutSearch } from "#server/payouts/queue/payout-search.ts";
import {
  canLeave,
  isNotOfSuspendedMember,
  payoutJoins,
  payoutStays,
} from "#server/payouts/queue/payout-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

/** Whether a payout's number is about to change, as SQL over a payout `p`. */
const isHeld = `exists (select from contact_change_request c
  where c.member_id = p.member_id and c.state = 'approved' and c.mobile_number <> '')`;

const tabRow = z.object({ tab: z.enum(payoutTabs), payments: z.int(), amount: bigCents });

export type TabRow = z.infer<typeof tabRow>;

const ofYear = (year: string) => `p.dividend_id in
  (select d.id from dividend d where d.year = ${year})`;

const findTabs = (name: string, where: string) =>
  statement({
    name,
    // Held payments are counted separately: they are few of those that wait.
    text: `with whole as (
        select p.tab, count(*) as payments, sum(p.amount_cents) as cents from payout p
        where ${where} group by p.tab
      ), held as (
        select count(*) as payments, coalesce(sum(p.amount_cents), 0) as cents
        from payout p where p.tab = 'waiting' and ${isHeld} and ${where}
      )
      select w.tab,
        (w.payments - case w.tab when 'waiting' then h.payments else 0 end)::int as payments,
        (w.cents - case w.tab when 'waiting' then h.cents else 0 end)::bigint as amount
      from whole w cross join held h
      union all select 'held', h.payments::int, h.cents::bigint from held h`,
    row: tabRow,
  });

const tabsOfAll = findTabs("payout-tabs", "true");
const tabsOfYear = findTabs("payout-tabs-of-year", ofYear("$1"));

/** The number and total of payments on each tab; of one year if given. */
export function tabRows(snapshot: Snapshot, year: number | undefined): Promise<TabRow[]> {
  return year === undefined ? snapshot.rows(tabsOfAll) : snapshot.rows(tabsOfYear, [year]);
}

const findYears = statement({
  name: "payout-years",
  text: `select d.year from dividend d where exists (select from payout p
      where p.dividend_id = d.id)
    order by d.year desc`,
  row: z.object({ year: z.int() }),
});

/** The years with payouts, the latest first. */
export async function yearsOf(snapshot: Snapshot): Promise<number[]> {
  return (await snapshot.rows(findYears)).map(({ year }) => year);
}

const findQueue = statement({
  name: "payout-queue",
  text: `select count(*) filter (where due_at <= akiba_now())::int as due,
      count(*) filter (where due_at > akiba_now())::int as later,
      coalesce((select p.problem from payout p where p.state = 'waiting' and p.problem <> ''
          and p.due_at > akiba_now() order by p.due_at desc limit 1), '') as problem,
      (select count(*)::int from payout p where p.state in ('sending', 'sent')) as awaited
    from payout where state = 'waiting' and channel = 'phone'`,
  row: z.object({ due: z.int(), later: z.int(), problem: z.string(), awaited: z.int() }),
});

export type QueueRow = z.infer<typeof findQueue.row>;

/** The state of the queue, for any channel of payments. */
export async function queueOf(snapshot: Snapshot): Promise<QueueRow> {
  const found = await snapshot.first(findQueue);
  if (found === null) throw new Error("counts are always one row");
  return found;
}

const payoutRow = z.object({
  id: z.bigint(),
  source: z.enum(payoutSources),
  year: z.nullable(z.int()),
  loan_no: z.nullable(z.string()),
  channel: z.enum(payoutChannels),
  way: z.enum(["", ...payoutWays]),
  member_no: z.string(),
  full_name: z.string(),
  mobile_number: z.string(),
  reference: z.string(),
  amount_cents: bigCents,
  state: z.enum(payoutStates),
  problem: z.string(),
  receipt_no: z.string(),
  claimed_receipt: z.string(),
  claimed_by: z.string(),
  changed_at: z.date(),
});

export type PayoutRow = z.infer<typeof payoutRow>;

const payoutColumns = `p.id, p.source, d.year, l.loan_no, p.channel,
  case p.way when '' then p.claimed_way else p.way end as way, m.member_no, m.full_name,
  p.mobile_number, p.reference,
  p.amount_cents, p.state, p.problem, p.receipt_no, p.claimed_receipt,
  coalesce(p.claimed_by, '') as claimed_by, p.changed_at`;

const PAGE = 50;

export interface PageAsked {
  readonly tab: PayoutTab;
  readonly year?: number | undefined;
  readonly search?: string | undefined;
  readonly after: bigint;
}

/** The page's parameters come before those of a search. */
const SEARCH_FROM = 4;

const isOnTab: Readonly<Record<PayoutTab, string>> = {
  waiting: `p.tab = 'waiting' and not ${isHeld}`,
  held: `p.tab = 'waiting' and ${isHeld}`,
  sent: "p.tab = 'sent'",
  exceptions: "p.tab = 'exceptions'",
  paid: "p.tab = 'paid'",
  elsewhere: "p.tab = 'elsewhere'",
  office: "p.tab = 'office'",
  returned: "p.tab = 'returned'",
};

/** A page of a tab in the order of the queue, and whether more follow. */
export async function pageOf(snapshot: Snapshot, { tab, year, search, after }: PageAsked) {
  const found = search === undefined ? null : await payoutSearch(snapshot, search, SEARCH_FROM);
  const where = [
    isOnTab[tab],
    "p.id > $1",
    year === undefined ? "$2::int is null" : ofYear("$2::int"),
    found === null ? "true" : found.condition,
  ].join(" and ");
  const text = `with page as materialized (
      select p.* from payout p where ${where} order by p.id limit $3
    )
    select ${payoutColumns} from page p ${payoutJoins} order by p.id`;
  const values = [after, year ?? null, PAGE + 1, ...(found?.values ?? [])];
  const rows = await snapshot.rows({ text, row: payoutRow }, values);
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE };
}

const findOne = statement({
  name: "payout-one",
  text: `select ${payoutColumns} from payout p ${payoutJoins} where p.id = $1`,
  row: payoutRow,
});

/** One payment; null if there is none. */
export function payoutAt(snapshot: Snapshot, id: bigint): Promise<PayoutRow | null> {
  return snapshot.first(findOne, [id]);
}

const findChoices = statement({
  name: "payout-choices",
  text: `select p.member_id, p.channel, coalesce(p.failed_by, '') as failed_by,
      exists (select from payout_attempt a where a.id = p.attempt_id and a.file_id is not null)
        as in_file, p.attempt_id, ${payoutStays} as stays,
      not ${isNotOfSuspendedMember} as is_stopped,
      p.attempt_id is not null and ${canLeave} as may_have_arrived,
      coalesce((select a.reference from ledger_account a where a.member_id = p.member_id
        and a.code = 'withdrawable-deposits' order by a.id limit 1), '') as account_no
    from payout p ${payoutJoins} where p.id = $1`,
  row: z.object({
    member_id: z.bigint(),
    channel: z.enum(payoutChannels),
    failed_by: z.string(),
    in_file: z.boolean(),
    attempt_id: z.nullable(z.string()),
    stays: z.boolean(),
    is_stopped: z.boolean(),
    may_have_arrived: z.boolean(),
    account_no: z.string(),
  }),
});

export type ChoicesRow = z.infer<typeof findChoices.row>;

/** The choices for a payment that is known to exist. */
export async function choicesOf(snapshot: Snapshot, id: bigint): Promise<ChoicesRow> {
  const found = await snapshot.first(findChoices, [id]);
  if (found === null) throw new Error(`there is no payout ${id}`);
  return found;
}

const findQuestion = statement({
  name: "payout-question",
  text: `select p.state in ('sent', 'unknown') as may_ask, a.asks::int as times, a.asked_at, a.told
    from payout p join payout_attempt a on a.id = p.attempt_id
    where p.id = $1 and a.file_id is null and (a.asked_at is not null
      or p.state in ('sent', 'unknown'))`,
  row: z.object({
    may_ask: z.boolean(),
    times: z.int(),
    asked_at: z.nullable(z.date()),
    told: z.string(),
  }),
});

export type QuestionRow = z.infer<typeof findQuestion.row>;

/** The questions about the last attempt of a payment; null if none can be or was asked. */
export const questionOf = (snapshot: Snapshot, id: bigint): Promise<QuestionRow | null> =>
  snapshot.first(findQuestion, [id]);

const findSteps = statement({
  name: "payout-steps",
  text: `with story as (
      select 0 as id, 'waiting' as state, '' as problem, '' as receipt_no,
        coalesce((select s.mobile_number from payout_step s where s.payout_id = p.id
          order by s.id limit 1), p.mobile_number) as mobile_number,
        coalesce(d.paid_by, p.queued_by) as taken_by, coalesce(d.paid_at, p.queued_at) as taken_at
      from payout p left join dividend d on d.id = p.dividend_id where p.id = $1
      union all
      select s.id, s.state, s.problem, s.receipt_no, s.mobile_number, s.taken_by, s.taken_at
      from payout_step s where s.payout_id = $1
    )
    select y.state, y.problem, y.receipt_no, y.mobile_number, y.taken_by, y.taken_at,
      coalesce(st.full_name, '') as staff_name
    from story y left join staff st on 'staff:' || st.staff_no = y.taken_by
    order by y.id`,
  row: z.object({
    state: z.enum(payoutStates),
    problem: z.string(),
    receipt_no: z.string(),
    mobile_number: z.string(),
    taken_by: z.string(),
    taken_at: z.date(),
    staff_name: z.string(),
  }),
});

export type StepRow = z.infer<typeof findSteps.row>;

/** The history of a payment, from the day its dividend was paid or its loan disbursed. */
export const stepsOf = (snapshot: Snapshot, id: bigint): Promise<StepRow[]> =>
  snapshot.rows(findSteps, [id]);

const findWhereTo = statement({
  name: "payout-where-to",
  text: `select ${confirmedMobile} as mobile_number from member m where m.id = $1`,
  row: z.object({ mobile_number: z.string() }),
});

/** The number to which a member's money may go; null while it is not confirmed or is changing. */
export async function whereTo(snapshot: Snapshot, memberId: bigint): Promise<string | null> {
  return (await snapshot.first(findWhereTo, [memberId]))?.mobile_number || null;
}
