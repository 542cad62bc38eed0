import { TAX_REMITTANCE_DAYS } from "#shared/dividend-tax.ts";
import { narrationInSql } from "#server/ledger/journal/narrations.ts";
import type { NarrationName } from "#shared/narrations.ts";
import { officeCalendar } from "#server/cases/casework/office-calendar.ts";
import {
  lockSelected,
  openPostingSet,
  postStaged,
  stageLines,
} from "#server/ledger/journal/post-set.ts";
import {
  lockLoans,
  recordRepaidSteps,
  settleSelected,
} from "#server/loans/lending/bulk-repayments.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { journalEnd, payoutReference, queuePayouts } from "./queue.ts";

/** Parts of paid dividends that are due: all of one dividend, or all of one member. */
export type DueParts = { readonly dividendId: bigint } | { readonly memberId: bigint };

const condition = (due: DueParts): string => `
  ${"dividendId" in due ? "g.dividend_id" : "g.member_id"} = $1
    and g.hold_reason is null and g.posted_at is null
    and g.dividend_id in (select id from dividend where state = 'paid')`;

const valueOf = (due: DueParts): bigint => ("dividendId" in due ? due.dividendId : due.memberId);

/** The repayments of the due parts on loans. */
const repaidLoans = (due: DueParts) => ({
  text: `select g.loan_id, g.amount_cents - g.tax_cents as amount_cents from dividend_leg g
    where ${condition(due)} and g.mode = 'loan'`,
  values: [valueOf(due)],
});

const paid = (name: NarrationName, values = {}): string =>
  narrationInSql(name, { narration: narrationInSql("dividend", { year: "year" }), ...values });

/** Two entries for each part: its tax, if any, and its net amount. */
const paidLines = (due: DueParts) => `with leg as (
    select g.*, (row_number() over (order by g.member_id, g.dividend_id, g.leg_no))::int as place,
      d.year, case g.mode when 'mobile' then ${payoutReference} when 'cash' then g.voucher_no
        else 'DIV-' || d.year || '-' || m.member_no end as paid_as, l.loan_no
    from dividend d join dividend_leg g on g.dividend_id = d.id
      join member m on m.id = g.member_id left join loan l on l.id = g.loan_id
    where ${condition(due)}
  ), moves as (
    select place * 2 - 1 as position, 'withholding-tax' as kind, paid_as, member_id,
      ${narrationInSql("withholdingTax", { year: "year" })} as narration, tax_cents as cents,
      'withholding-tax-payable' as code, null::bigint as holder, '' as reference
    from leg
    union all
    select place * 2, way.kind, paid_as, member_id, way.words,
      amount_cents - tax_cents, way.code, way.holder, way.reference
    from leg cross join lateral (values
      ('share-capital', 'dividend-to-share-capital', ${paid("toShares")}, 'share-capital',
        member_id, ''),
      ('mobile', 'dividend-to-mobile', ${paid("toMpesa")}, 'payout-clearing', null, ''),
      ('bank', 'dividend-to-bank', ${paid("toBank")}, 'payout-clearing', null, ''),
      ('loan', 'loan-repaid-by-dividend', ${paid("toLoan", { loanNo: "loan_no" })},
        'loan-receivable', member_id, loan_no),
      ('hospital-bill', 'dividend-to-hospital-bill',
        ${paid("toHospitalBill", { bill: "bill_reference" })},
        'hospital-bills-payable', null, ''),
      ('deposits', 'dividend-to-deposits', ${paid("toDeposits")}, 'member-deposits', member_id, ''),
      ('cash', 'dividend-in-cash', ${paid("inCash")}, 'cash', null, '')
    ) as way (mode, kind, words, code, holder, reference)
    where way.mode = case when leg.by_bank then 'bank' else leg.mode end
  )
  select position, kind, narration, paid_as, side.code, side.holder, side.reference, side.cents
  from moves cross join lateral (values ('dividend-payable', moves.member_id, '', moves.cents),
    (moves.code, moves.holder, moves.reference, -moves.cents)
  ) as side (code, holder, reference, cents)`;

const touched = (due: DueParts) => `select code, null::bigint, ''
    from unnest(array['payout-clearing', 'withholding-tax-payable', 'hospital-bills-payable',
      'cash']) as code
  union all
  select distinct code, g.member_id, '' from dividend_leg g
    cross join unnest(array['dividend-payable', 'share-capital', 'member-deposits']) as code
    where ${condition(due)}
  union all
  select distinct 'loan-receivable', l.member_id, l.loan_no
    from dividend_leg g join loan l on l.id = g.loan_id where ${condition(due)}`;

/** Locks the loans and accounts of the due parts, in the order that every posting uses. */
export async function lockParts(work: UnitOfWork, due: DueParts): Promise<void> {
  await lockLoans(work, repaidLoans(due));
  await lockSelected(work, touched(due), [valueOf(due)]);
}

export interface PostedParts {
  readonly entries: number;
  readonly payouts: number;
}

/**
 * Posts the due parts to their destinations and queues those that go to phones, once each. Call it
 * at most once in a unit of work, after `lockParts`.
 */
export async function postParts(
  work: UnitOfWork,
  due: DueParts,
  onWritten?: Parameters<typeof postStaged>[1],
): Promise<PostedParts> {
  const journalEndsAt = await journalEnd(work);
  await openPostingSet(work);
  await stageLines(work, paidLines(due), [valueOf(due)]);
  const entries = await postStaged(work, onWritten);
  await settleSelected(work, repaidLoans(due));
  await recordRepaidSteps(work, repaidLoans(due));
  const payouts = await queuePayouts(
    work,
    { text: condition(due), value: valueOf(due) },
    journalEndsAt,
  );
  await noteTaxDue(work, {
    text: `select sum(g.tax_cents) from dividend_leg g where ${condition(due)}`,
    value: valueOf(due),
  });
  await work.run(`update dividend_leg g set posted_at = akiba_now() where ${condition(due)}`, [
    valueOf(due),
  ]);
  return { entries, payouts };
}

/** Adds an amount to today's tax due, which is remitted within five working days. */
export async function noteTaxDue(
  work: UnitOfWork,
  { text, value }: { readonly text: string; readonly value: bigint },
): Promise<void> {
  const { add, today } = await officeCalendar(work);
  await work.run(
    `insert into tax_withheld_day (withheld_on, due_on, amount_cents)
      select $2::date, $3::date, tax.cents from (${text}) as tax (cents) where tax.cents > 0
      on conflict (withheld_on) do update
        set amount_cents = tax_withheld_day.amount_cents + excluded.amount_cents`,
    [value, today, add(today, TAX_REMITTANCE_DAYS)],
  );
}
