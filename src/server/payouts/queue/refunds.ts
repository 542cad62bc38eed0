import type { Cents } from "#shared/money.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { channelOf, chosenChannelOf, dueAt, numberOf } from "./phone-or-office.ts";

/** An overpayment that leaves a loan, by the entry that two people approved. */
export interface Refund {
  readonly loanId: bigint;
  readonly entryId: bigint;
  readonly amount: Cents;
}

/**
 * Queues the refund of an overpayment of a loan, to the place where the member chose to be paid.
 */
export async function queueRefund(
  work: UnitOfWork,
  { loanId, entryId, amount }: Refund,
): Promise<void> {
  await work.run(
    `insert into payout (source, loan_id, member_id, reference, amount_cents, channel,
        mobile_number, entry_id, due_at, queued_by, changed_by)
      select 'overpayment', l.id, l.member_id, l.loan_no || '-R' || n.earlier + 1, $3,
        c.channel, ${numberOf("c.channel")}, $2, ${dueAt}, $4, $4
      from loan l join member m on m.id = l.member_id
        cross join lateral (select count(*) as earlier from payout p
          where p.loan_id = l.id and p.source = 'overpayment') n
        cross join lateral (select ${chosenChannelOf("$3::bigint")} as channel) c
      where l.id = $1`,
    [loanId, entryId, amount, work.actor],
  );
}

/** The refund of a member who leaves, by the entry of their exit. */
export interface ExitRefund {
  readonly exitId: bigint;
  readonly entryId: bigint;
  readonly amount: Cents;
}

/**
 * Queues the refund of a member who leaves, to the place that the member chose, if it can go there.
 */
export async function queueExitRefund(
  work: UnitOfWork,
  { exitId, entryId, amount }: ExitRefund,
): Promise<void> {
  await work.run(
    `insert into payout (source, exit_id, member_id, reference, amount_cents, channel,
        mobile_number, entry_id, due_at, queued_by, changed_by)
      select 'exit', e.id, m.id, 'EXIT-' || m.member_no || '-' || e.id, $3, c.channel,
        ${numberOf("c.channel")}, $2, ${dueAt}, $4, $4
      from member_exit e join member m on m.id = e.member_id
        cross join lateral (select ${chosenChannelOf("$3::bigint")} as channel) c
      where e.id = $1`,
    [exitId, entryId, amount, work.actor],
  );
}

/** Queues a withdrawal that may leave: to the phone if it still can go there, or at the office. */
export async function queueWithdrawal(work: UnitOfWork, withdrawalId: bigint): Promise<void> {
  await work.run(
    `insert into payout (source, withdrawal_id, member_id, reference, amount_cents, channel,
        mobile_number, entry_id, fee_entry_id, due_at, queued_by, changed_by)
      select 'withdrawal', w.id, m.id, w.reference, w.amount_cents, c.channel,
        ${numberOf("c.channel")}, w.entry_id, w.fee_entry_id, ${dueAt}, $2, $2
      from withdrawal w join member m on m.id = w.member_id
        cross join lateral (select case w.channel when 'phone'
          then ${channelOf("w.amount_cents")} else 'office' end as channel) c
      where w.id = $1`,
    [withdrawalId, work.actor],
  );
}
