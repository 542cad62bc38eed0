import * as z from "zod/mini";
import { type Cents, formatMoney } from "#shared/money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { policyInForce } from "./loan-policy.ts";
import { notifyGuarantor } from "./guarantees.ts";
import { uncoveredInstalments } from "./instalments-due.ts";
import { paidMonthsEnd } from "./pay-days.ts";

/** The guarantors notified in one unit of work. */
const BATCH = 100;

/**
 * Whether a check-off line of the month of instalment `u` may be the deduction of borrower `b`: it
 * has the number or two words of the name, and is in suspense or in a file that is not posted yet.
 */
const moneyWaits = `exists (
    select from check_off_batch f join check_off_line c on c.batch_id = f.id
      join check_off_part p using (batch_id, row_no)
    where f.month = date_trunc('month', u.due_on)
      and (f.state = 'prepared' or (f.state = 'posted' and p.destination = 'suspense'
        and not exists (select from check_off_release r
          where r.batch_id = p.batch_id and r.row_no = p.row_no and r.reversed_at is null)))
      and (c.member_id = b.id or upper(btrim(c.member_no)) = b.member_no
        or (select count(*) from unnest(member_words(c.member_no || ' ' || c.note)) word
            where word = any (member_words(b.full_name))) >= 2
        or lower(b.member_no) = any (member_words(c.note))))`;

const noteMissed = statement({
  name: "guarantee-note-missed",
  text: `with due as (
      select g.id, g.guarantor_id, l.loan_no, b.full_name as borrower,
        min(u.due_on) as since, sum(u.owed_cents)::bigint as owed_cents,
        array_agg(u.number) as numbers
      from guarantee g join loan l on l.id = g.loan_id and l.state = 'disbursed'
        join member b on b.id = l.member_id
        cross join lateral ${uncoveredInstalments("n.loan_id = l.id")} u
      where g.state = 'accepted' and g.id > $2 and u.due_on + $1::int < akiba_today()
        and ($3::date is null or u.due_on <= $3) and not ${moneyWaits}
        and not exists (select from import_run
          where imported_at > akiba_now() - make_interval(days => $4))
      group by g.id, l.loan_no, b.full_name
      having count(*) > (select count(*) from missed_notice n
          where n.guarantee_id = g.id and n.number = any (array_agg(u.number)))
        and sum(u.owed_cents) >= $5
      order by g.id limit ${BATCH}
    ), noted as (
      insert into missed_notice (guarantee_id, number)
      select due.id, unnest(due.numbers) from due order by 1, 2
      on conflict do nothing
      returning guarantee_id, number
    )
    select due.id, due.guarantor_id, due.loan_no, due.borrower,
      to_char(due.since, 'YYYY-MM-DD') as since, due.owed_cents,
      (select count(*) from noted where noted.guarantee_id = due.id)::int as newly
    from due order by due.id`,
  row: z.object({
    id: z.bigint(),
    guarantor_id: z.bigint(),
    loan_no: z.string(),
    borrower: z.string(),
    since: z.string(),
    owed_cents: bigCents,
    newly: z.int(),
  }),
});

/**
 * Notifies the guarantors of loans whose deductions were not received within the days of grace
 * after pay day. Each guarantor is notified of each missed instalment once, by constraint, and of
 * several at a time in one text. Nobody is notified soon after an import, of a sum below the
 * policy's minimum, or while money that may be the deduction waits. Returns the number of
 * guarantors notified.
 */
export async function notifyOfMissed(database: Database, notify: Notify): Promise<number> {
  let told = 0;
  for (let after: bigint | null = 0n; after !== null;) {
    const from: bigint = after;
    const batch = await database.unitOfWork("missed-deductions", (work) =>
      notifyBatch(work, from, notify),
    );
    told += batch.told;
    after = batch.last;
  }
  return told;
}

/** Notifies one batch, those after an id; returns the last one, or null if there are no more. */
export async function notifyBatch(
  work: UnitOfWork,
  after: bigint,
  notify: Notify,
): Promise<{ readonly told: number; readonly last: bigint | null }> {
  const policy = await policyInForce(work);
  const seen = await work.rows(noteMissed, [
    policy.missedGraceDays,
    after,
    await paidMonthsEnd(work, policy),
    policy.missedQuietDays,
    policy.missedLeast,
  ]);
  const news = seen.filter(({ newly }) => newly > 0);
  for (const { id, guarantor_id, loan_no, borrower, since, owed_cents } of news) {
    work.audit({ action: "guarantor-told-of-missed", subject: `guarantee:${id}` });
    const amount: Cents = owed_cents;
    const told = { guarantor_id, loan_no, borrower, amount_cents: amount };
    await notifyGuarantor(work, told, "guarantee-missed", notify, {
      amount: formatMoney(amount),
      date: since,
    });
  }
  return { told: news.length, last: seen.length < BATCH ? null : (seen.at(-1)?.id ?? null) };
}
