import * as z from "zod/mini";
import { standingOutcomes, transferDestinations } from "#shared/contract/withdrawals/transfers.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { BEYOND_ANY_ID, bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";

const standingRow = z.object({
  id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  account_no: z.string(),
  destination: z.enum(transferDestinations),
  loan_no: z.nullable(z.string()),
  amount_cents: bigCents,
  day_of_month: z.int(),
  stopped: z.boolean(),
  /** The next day on which it is due. */
  next_on: storedDate,
  /** The last month that it ran in; null before the first. */
  last_on: z.nullable(storedDate),
  last_outcome: z.nullable(z.enum(standingOutcomes)),
});

export type StandingRow = z.infer<typeof standingRow>;

// The first month in which the order has not run yet, whether or not its day has passed.
const columns = `s.id, s.member_id, m.member_no, m.full_name, s.account_no, s.destination,
    l.loan_no, s.amount_cents, s.day_of_month::int, s.stopped_at is not null as stopped,
    (select standing_transfer_due(s.day_of_month, g.month::date)
      from generate_series(date_trunc('month', akiba_today()),
        date_trunc('month', akiba_today()) + interval '1 month', interval '1 month') g (month)
      where standing_transfer_due(s.day_of_month, g.month::date) >= akiba_today()
        and not exists (select from standing_transfer_run r
          where r.standing_id = s.id and r.month = g.month)
      order by 1 limit 1) as next_on,
    last.due_on as last_on, last.outcome as last_outcome`;
const joins = `join member m on m.id = s.member_id left join loan l on l.id = s.loan_id
    left join lateral (select r.due_on, r.outcome from standing_transfer_run r
      where r.standing_id = s.id order by r.month desc limit 1) last on true`;

const findOwn = statement({
  name: "standing-of-member",
  text: `select ${columns} from standing_transfer s ${joins}
    where m.member_no = $1 and s.stopped_at is null order by s.id`,
  row: standingRow,
});

/** The orders of a member that are not stopped. */
export const ordersOf = (snapshot: Snapshot, memberNo: MemberNo): Promise<StandingRow[]> =>
  snapshot.rows(findOwn, [memberNo]);

const PAGE = 50;

const findPage = statement({
  name: "standing-page",
  text: `select ${columns} from standing_transfer s ${joins}
    where s.stopped_at is null and s.id < $1 order by s.id desc limit ${PAGE + 1}`,
  row: standingRow,
});

/** A page of the orders of all members that are not stopped, the latest first. */
export async function pageOf(snapshot: Snapshot, after = BEYOND_ANY_ID) {
  const rows = await snapshot.rows(findPage, [after]);
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE };
}

const findOne = statement({
  name: "standing-one",
  text: `select ${columns} from standing_transfer s ${joins} where s.id = $1`,
  row: standingRow,
});

/** Returns one order; null if there is none. */
export const orderAt = (snapshot: Snapshot, id: bigint): Promise<StandingRow | null> =>
  snapshot.first(findOne, [id]);
