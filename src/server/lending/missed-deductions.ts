import * as z from "zod/mini";
import { type Cents, cents, formatMoney } from "#shared/money.ts";
import type { Wake } from "#server/outbox/enqueue.ts";
import { type Database, statement, type UnitOfWork } from "#server/platform/database.ts";
import { policyInForce } from "./loan-policy.ts";
import { tellGuarantor } from "./guarantees.ts";
import { accountOfLoan, uncoveredInstalments } from "./instalments-due.ts";

const bigCents = z.pipe(z.bigint(), z.transform(cents));

/** Guarantors told of in one unit of work. */
const BATCH = 100;

const noteMissed = statement({
  name: "guarantee-note-missed",
  text: `with due as (
      select g.id, g.guarantor_id, l.loan_no, b.full_name as borrower,
        min(u.due_on) as since, sum(u.owed_cents)::bigint as owed_cents,
        array_agg(u.number) as numbers
      from guarantee g join loan l on l.id = g.loan_id and l.state = 'disbursed'
        join ${accountOfLoan} and a.balance_cents > 0
        join member b on b.id = l.member_id
        cross join lateral ${uncoveredInstalments} u
      where g.state = 'accepted' and g.id > $2 and u.due_on + $1::int < akiba_today()
      group by g.id, l.loan_no, b.full_name
      having count(*) > (select count(*) from missed_notice n
        where n.guarantee_id = g.id and n.number = any (array_agg(u.number)))
      order by g.id limit ${BATCH}
    ), noted as (
      insert into missed_notice (guarantee_id, number)
      select due.id, unnest(due.numbers) from due order by 1, 2
      on conflict do nothing
      returning guarantee_id, number
    )
    select due.id, due.guarantor_id, due.loan_no, due.borrower,
      to_char(due.since, 'DD/MM/YYYY') as since, due.owed_cents,
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
 * Tells the guarantors of loans whose deductions did not come within the days of grace: each of
 * each missed instalment once, by constraint, however many look at once; of several at a time in
 * one text. Gives how many were told.
 */
export async function tellOfMissed(database: Database, wake: Wake): Promise<number> {
  let told = 0;
  for (let after: bigint | null = 0n; after !== null;) {
    const from: bigint = after;
    const batch = await database.unitOfWork("missed-deductions", (work) =>
      tellBatch(work, from, wake),
    );
    told += batch.told;
    after = batch.last;
  }
  return told;
}

/** Tells one batch, those after an id; the last one seen, or null where there are no more. */
export async function tellBatch(
  work: UnitOfWork,
  after: bigint,
  wake: Wake,
): Promise<{ readonly told: number; readonly last: bigint | null }> {
  const { missedGraceDays } = await policyInForce(work);
  const seen = await work.rows(noteMissed, [missedGraceDays, after]);
  const news = seen.filter(({ newly }) => newly > 0);
  for (const { id, guarantor_id, loan_no, borrower, since, owed_cents } of news) {
    work.audit({ action: "guarantor-told-of-missed", subject: `guarantee:${id}` });
    const amount: Cents = owed_cents;
    const told = { guarantor_id, loan_no, borrower, amount_cents: amount };
    await tellGuarantor(work, told, "guarantee-missed", wake, {
      amount: formatMoney(amount),
      date: since,
    });
  }
  return { told: news.length, last: seen.length < BATCH ? null : (seen.at(-1)?.id ?? null) };
}
