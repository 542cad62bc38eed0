import * as z from "zod/mini";
import type { Cents } from "#shared/money.ts";
import { loanAt } from "#server/loans/lending/loan-rows.ts";
import { recordStep } from "#server/loans/lending/loan-steps.ts";
import { settleByBalance } from "#server/loans/lending/loans.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";

const findStanding = statement({
  name: "pay-in-standing-entries",
  text: `select t.entry_id, t.destination, t.turn::int as turn, t.amount_cents, t.refunded_cents,
      t.member_id, t.loan_id, coalesce(l.loan_no, '') as loan_no,
      coalesce((select a.reference from journal_line j join ledger_account a on a.id = j.account_id
        where j.entry_id = t.entry_id and a.code = 'withdrawable-deposits'), '') as account_no,
      case when e.value_date > coalesce((select max(until) from books_closed), '-infinity')
        then e.value_date else akiba_today() end as value_date,
      exists (select from bank_match_entry m
        where m.account = 'mobile-money' and m.entry_id = t.entry_id) as is_matched
    from pay_in_part t join journal_entry e on e.id = t.entry_id
      left join loan l on l.id = t.loan_id
    where t.pay_in_id = $1 and not exists (select from journal_entry v where v.reverses = e.id)
    order by t.turn desc, t.part_no`,
  row: z.object({
    entry_id: z.bigint(),
    destination: z.string(),
    turn: z.int(),
    amount_cents: bigCents,
    refunded_cents: bigCents,
    member_id: z.nullable(z.bigint()),
    loan_id: z.nullable(z.bigint()),
    loan_no: z.string(),
    /** The number of a withdrawable account; empty for others. */
    account_no: z.string(),
    /** The value date of the entry, or today if its month is closed. */
    value_date: storedDate,
    /** Whether it is in a match with M-Pesa's statement. */
    is_matched: z.boolean(),
  }),
});

export type StandingEntry = z.infer<typeof findStanding.row>;

/**
 * Returns the entries of a payment that are not reversed, the latest first: where its money is, and
 * its entry into suspense if it was placed from there.
 */
export function standingEntries(snapshot: Snapshot, payInId: bigint): Promise<StandingEntry[]> {
  return snapshot.rows(findStanding, [payInId]);
}

const findStep = statement({
  name: "pay-in-loan-step",
  text: `select id, taken_by from loan_step where entry_id = $1 and step = 'repaid'`,
  row: z.object({ id: z.bigint(), taken_by: z.string() }),
});

interface Reversed {
  readonly loan_no: string;
  readonly entry_id: bigint;
  readonly amount_cents: Cents;
}

/** Reopens a loan whose repayment was taken off it again. */
export async function reopenLoan(
  work: UnitOfWork,
  part: Reversed,
  reason: string,
  notify: Notify,
): Promise<void> {
  if (part.loan_no === "") return;
  await settleByBalance(work, [part.loan_no], notify);
  const step = await work.first(findStep, [part.entry_id]);
  if (step === null) throw new Error(`the repayment of ${part.loan_no} has no step`);
  const loan = await loanAt(work, part.loan_no);
  const reverses = { stepId: step.id, recordedBy: step.taken_by };
  const taken = { by: work.actor, reason, amount: part.amount_cents, reverses };
  await recordStep(work, loan, { step: "reversed", ...taken });
}
