import * as z from "zod/mini";
import { withdrawalChannels, withdrawalProgress } from "#shared/contract/withdrawals/fields.ts";
import { toWireAmount } from "#shared/money.ts";
import { payoutsHeldUntil } from "#server/members/membership/password-reset-hold.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDay, nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

export const withdrawalRow = z.object({
  id: z.bigint(),
  reference: z.string(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  account_no: z.string(),
  amount_cents: bigCents,
  fee_cents: bigCents,
  channel: z.enum(withdrawalChannels),
  progress: z.enum(withdrawalProgress),
  ready_on: z.string(),
  receipt: z.string(),
  reason: z.string(),
  asked_on: z.string(),
  asked_time: z.string(),
  changed_on: z.string(),
});

export type WithdrawalRow = z.infer<typeof withdrawalRow>;

/** How far a withdrawal `w` has come, with its payout `p`, as SQL. */
export const progressInSql = `case
    when w.state in ('cancelled', 'rejected') then w.state
    when w.state = 'requested' and w.needs_approval and w.approved_by is null then 'approval'
    when w.state = 'requested' then 'notice'
    when p.state = 'paid' then 'arrived'
    when p.state = 'failed' and exists (select from payout_return r where r.payout_id = p.id)
      then 'returned'
    when p.state = 'failed' then 'failed'
    when p.channel = 'office' then 'office'
    when p.state = 'waiting' then 'waiting' else 'sending' end`;

/**
 * The first day on which a withdrawal `w` of member `m` may leave, as SQL: after its notice, and
 * after the day for which a password reset holds it.
 */
export const readyOnInSql = `case when w.state = 'requested'
    then greatest(w.ready_on, ${nairobiDay(payoutsHeldUntil("m.member_no"))})
    else w.ready_on end`;

/** The columns of a withdrawal `w` with `withdrawalJoins`, as SQL. */
export const withdrawalColumns = `w.id, w.reference, w.member_id, m.member_no, m.full_name,
  w.account_no, w.amount_cents, w.fee_cents, coalesce(p.channel, w.channel) as channel,
  ${progressInSql} as progress, ${readyOnInSql} as ready_on, coalesce(p.receipt_no, '') as receipt,
  case when w.state = 'rejected' then w.ended_because
    when p.state = 'failed' then p.problem else '' end as reason,
  ${nairobiDayText("w.requested_at")} as asked_on, ${nairobiTime("w.requested_at")} as asked_time,
  ${nairobiDayText("coalesce(w.ended_at, p.changed_at, w.approved_at, w.requested_at)")}
    as changed_on`;

/** The member `m` and the payout `p` of a withdrawal `w`, as SQL: the last that did not fail. */
export const withdrawalJoins = `join member m on m.id = w.member_id
  left join lateral (select o.* from payout o where o.withdrawal_id = w.id
    order by o.state <> 'failed' desc, o.id desc limit 1) p on true`;

const findOne = statement({
  name: "withdrawals-one",
  text: `select ${withdrawalColumns} from withdrawal w ${withdrawalJoins} where w.id = $1`,
  row: withdrawalRow,
});

/** Returns one withdrawal; null if there is none. */
export function withdrawalAt(snapshot: Snapshot, id: bigint): Promise<WithdrawalRow | null> {
  return snapshot.first(findOne, [id]);
}

/** Returns a withdrawal that is known to exist. */
export async function knownWithdrawal(work: UnitOfWork, id: bigint): Promise<WithdrawalRow> {
  const found = await withdrawalAt(work, id);
  if (found === null) throw new Error(`there is no withdrawal ${id}`);
  return found;
}

/** A withdrawal as its member reads it, on the wire. */
export const presentWithdrawal = (row: WithdrawalRow) => ({
  id: String(row.id),
  reference: row.reference,
  accountNo: row.account_no,
  amount: toWireAmount(row.amount_cents),
  fee: toWireAmount(row.fee_cents),
  channel: row.channel,
  progress: row.progress,
  readyOn: row.ready_on,
  receipt: row.receipt,
  reason: row.reason,
  date: row.asked_on,
  time: row.asked_time,
  changedOn: row.changed_on,
});
