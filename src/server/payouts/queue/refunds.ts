import { goesToPhone } from "#server/loans/lending/loan-payouts.ts";
import { payoutsHeldUntil } from "#server/members/membership/payout-hold.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Cents } from "#shared/money.ts";

/** An amount that was overpaid on a loan and leaves it, by the entry that two people approved. */
export interface Refund {
  readonly loanId: bigint;
  readonly entryId: bigint;
  readonly amount: Cents;
}

/** Queues the refund of what was overpaid on a loan, to the phone if it can go there. */
export async function queueRefund(
  work: UnitOfWork,
  { loanId, entryId, amount }: Refund,
): Promise<void> {
  await work.run(
    `insert into payout (source, loan_id, member_id, reference, amount_cents, channel,
        mobile_number, entry_id, due_at, queued_by, changed_by)
      select 'overpayment', l.id, l.member_id, l.loan_no || '-R' || n.earlier + 1, $3, c.channel,
        case c.channel when 'phone' then m.mobile_number else '' end, $2,
        greatest(akiba_now(), coalesce(${payoutsHeldUntil("m.member_no")}, akiba_now())), $4, $4
      from loan l join member m on m.id = l.member_id
        cross join lateral (select count(*) as earlier from payout p
          where p.loan_id = l.id and p.source = 'overpayment') n
        cross join lateral (select case when ${goesToPhone("$3::bigint")} then 'phone'
          else 'office' end as channel) c
      where l.id = $1`,
    [loanId, entryId, amount, work.actor],
  );
}
