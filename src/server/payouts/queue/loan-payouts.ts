import * as z from "zod/mini";
import type { PayoutChannel } from "#shared/payout-ways.ts";
import type { DisbursedNow, LoanPayouts } from "#server/loans/lending/loan-payouts.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { chosenChannelOf, dueAt, numberOf } from "./phone-or-office.ts";

/** The queue of payouts, as the district `loans` uses it. */
export const loanPayouts: LoanPayouts = { queue, withdraw };

const actor = "payouts";

const findPlan = statement({
  name: "payout-plan-of-loan",
  text: `with plan as (
      select l.id, l.principal_cents,
        case $2 when 'phone' then ${chosenChannelOf("l.principal_cents")}
          else 'office' end as channel
      from loan l join member m on m.id = l.member_id where l.id = $1
    )
    select plan.channel, (select p.id from payout p where p.loan_id = plan.id
        and p.source = 'loan' and p.state = 'failed' and p.amount_cents = plan.principal_cents
        and p.channel = plan.channel order by p.id desc limit 1) as failed_id
    from plan`,
  row: z.object({ channel: z.enum(["phone", "office"]), failed_id: z.nullable(z.bigint()) }),
});

/**
 * Queues a loan's payment. One that failed before is queued again, so that a late result of its
 * earlier attempts still finds it.
 */
async function queue(work: UnitOfWork, { loanId, entryId, channel }: DisbursedNow): Promise<void> {
  const plan = await work.first(findPlan, [loanId, channel]);
  if (plan === null) throw new Error(`there is no loan ${loanId}`);
  if (plan.failed_id === null) await insert(work, { loanId, entryId, channel: plan.channel });
  else await queueAgain(work, plan.failed_id, entryId);
}

async function insert(
  work: UnitOfWork,
  { loanId, entryId, channel }: DisbursedNow & { readonly channel: PayoutChannel },
): Promise<void> {
  await work.run(
    `insert into payout (source, loan_id, member_id, reference, amount_cents, channel,
        mobile_number, entry_id, due_at, queued_by, changed_by)
      select 'loan', l.id, l.member_id, l.loan_no || case n.earlier when 0 then ''
          else '-' || n.earlier + 1 end,
        l.principal_cents, $3, ${numberOf("$3")}, $2, ${dueAt}, $4, $4
      from loan l join member m on m.id = l.member_id
        cross join lateral (select count(*) as earlier from payout p
          where p.loan_id = l.id and p.source = 'loan') n
      where l.id = $1`,
    [loanId, entryId, channel, work.actor],
  );
}

async function queueAgain(work: UnitOfWork, id: bigint, entryId: bigint): Promise<void> {
  await work.run(
    `update payout p set state = 'waiting', attempt_id = null, tries = 0, due_at = ${dueAt},
        problem = '', mobile_number = ${numberOf("p.channel")}, entry_id = $2, resolved_by = $3,
        changed_at = akiba_now(), changed_by = $3
      from member m where p.id = $1 and m.id = p.member_id`,
    [id, entryId, work.actor],
  );
}

const takeWaiting = statement({
  name: "payout-withdraw-loan",
  text: `update payout set state = 'failed', problem = $2, failed_by = '${actor}',
      resolved_by = null, changed_at = akiba_now(), changed_by = $3
    where loan_id = $1 and source = 'loan' and state = 'waiting' and claimed_receipt = ''
    returning id`,
  row: z.object({ id: z.bigint() }),
});

const findUnderWay = statement({
  name: "payout-of-loan-under-way",
  text: "select id from payout where loan_id = $1 and source = 'loan' and state <> 'failed'",
  row: z.object({ id: z.bigint() }),
});

/** A loan that was disbursed before loans were queued has no payment to withdraw. */
async function withdraw(work: UnitOfWork, loanId: bigint, reason: string): Promise<boolean> {
  if ((await work.first(takeWaiting, [loanId, reason, work.actor])) !== null) return true;
  return (await work.first(findUnderWay, [loanId])) === null;
}
