import * as z from "zod/mini";
import { type WithdrawalTab, withdrawalTabs } from "#shared/contract/withdrawals/desk.ts";
import { payoutsHeldUntil } from "#server/members/membership/password-reset-hold.ts";
import { membersMeant, wordsAsked } from "#server/members/membership/name-search.ts";
import { isAtBank } from "#server/payouts/queue/payout-rows.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { BEYOND_ANY_ID, bigCents } from "#server/kernel/platform/row-fields.ts";
import {
  progressInSql,
  withdrawalColumns,
  withdrawalJoins,
  withdrawalRow,
} from "#server/withdrawals/requests/withdrawal-rows.ts";

/** The tab of a withdrawal `w` with its payout `p`, as SQL. */
const tabInSql = `case ${progressInSql} when 'approval' then 'approval' when 'arrived' then 'done'
    when 'failed' then 'ended' when 'returned' then 'ended' when 'rejected' then 'ended'
    when 'cancelled' then 'ended' else 'underWay' end`;

const findTabs = statement({
  name: "withdrawals-tabs",
  text: `select ${tabInSql} as tab, count(*)::int as payments,
      coalesce(sum(w.amount_cents), 0)::bigint as amount
    from withdrawal w ${withdrawalJoins} group by 1`,
  row: z.object({ tab: z.enum(withdrawalTabs), payments: z.int(), amount: bigCents }),
});

export type TabRow = z.infer<typeof findTabs.row>;

/** The number and total of withdrawals on each tab. */
export const tabRows = (snapshot: Snapshot): Promise<TabRow[]> => snapshot.rows(findTabs);

const PAGE = 50;

interface PageAsked {
  readonly tab: WithdrawalTab;
  readonly search: string | undefined;
  readonly after: bigint | undefined;
}

const findPage = statement({
  name: "withdrawals-page",
  text: `select ${withdrawalColumns} from withdrawal w ${withdrawalJoins}
    where ${tabInSql} = $1 and w.id < $2 and ($3::text is null or w.reference = $3
      or p.receipt_no = $3 or m.id in (${membersMeant("$4", "$5::text[]", "$3")}))
    order by w.id desc limit ${PAGE + 1}`,
  row: withdrawalRow,
});

/** A page of a tab, the latest first, and whether more follow. */
export async function pageOf(snapshot: Snapshot, { tab, search, after }: PageAsked) {
  const { longest, others } = wordsAsked(search ?? "");
  const typed = search?.toUpperCase() ?? null;
  const rows = await snapshot.rows(findPage, [tab, after ?? BEYOND_ANY_ID, typed, longest, others]);
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE };
}

/** Until when a withdrawal `w` of member `m` is held after a password reset; null if it is not. */
const heldUntil = `(select until from (select ${payoutsHeldUntil("m.member_no")} as until) h
    where w.state = 'requested' and until > akiba_now())`;

/** Whether a withdrawal `w` waits in the queue, unsent, because its member is suspended, as SQL. */
const isStopped = `(w.state = 'queued' and p.state = 'waiting' and p.attempt_id is null
    and p.claimed_receipt = '' and not ${isAtBank("p")}
    and not withdrawal_may_be_sent(w.member_id))`;

const findDetails = statement({
  name: "withdrawals-details",
  text: `select ${withdrawalColumns}, w.state, w.needs_approval,
      coalesce(substr(w.entered_by, 7), '') as entered_by,
      coalesce(substr(w.approved_by, 7), '') as approved_by,
      coalesce(substr(w.ended_by, strpos(w.ended_by, ':') + 1), '') as ended_by,
      p.id as payout_id, coalesce(${isStopped}, false) as is_stopped, w.requested_at,
      ${heldUntil} as held_until, m.mobile_number,
      (a.balance_cents * a.normal_side)::bigint as balance
    from withdrawal w ${withdrawalJoins}
      join ledger_account a on a.code = 'withdrawable-deposits' and a.member_id = w.member_id
        and a.reference = w.account_no
    where w.id = $1`,
  row: z.extend(withdrawalRow, {
    state: z.enum(["requested", "queued", "cancelled", "rejected"]),
    needs_approval: z.boolean(),
    entered_by: z.string(),
    approved_by: z.string(),
    ended_by: z.string(),
    payout_id: z.nullable(z.bigint()),
    is_stopped: z.boolean(),
    requested_at: z.date(),
    held_until: z.nullable(z.date()),
    mobile_number: z.string(),
    balance: bigCents,
  }),
});

export type DetailsRow = z.infer<typeof findDetails.row>;

/** One withdrawal with all facts for a decision; null if there is none. */
export function detailsAt(snapshot: Snapshot, id: bigint): Promise<DetailsRow | null> {
  return snapshot.first(findDetails, [id]);
}

/** Locks a withdrawal and returns it; null if there is none. */
export async function lockWithdrawal(work: UnitOfWork, id: bigint): Promise<DetailsRow | null> {
  await work.run("select from withdrawal where id = $1 for update", [id]);
  return detailsAt(work, id);
}
