import * as z from "zod/mini";
import { lockSelected, openPostingSet, postStaged, stageLines } from "#server/ledger/post-set.ts";
import { beginRun, tellProgress } from "#server/ledger/posting-run.ts";
import { lockLoans, recordRepaidSteps, settleSelected } from "#server/lending/bulk-repayments.ts";
import { enqueueSelected, type Wake } from "#server/outbox/enqueue.ts";
import { contactInSql } from "#server/outbox/society-contact.ts";
import { journalEnd, payoutReference, queuePayouts } from "#server/payouts/queue.ts";
import { statement, type UnitOfWork, violatedConstraint } from "#server/platform/database.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { PaymentMessage } from "./messages.ts";
import { dividendOf, lastElections, type PaymentRow, uptakeOf } from "./queries.ts";

/** One person at a time takes a year's dividend further. */
async function takeRun(work: UnitOfWork, year: number): Promise<PaymentRow> {
  await beginRun(work, year);
  const dividend = await dividendOf(work, year);
  if (dividend === null) throw new Refusal("no-such-dividend");
  return dividend;
}

const amountOfMessage = (cents: string) => `to_char(${cents} / 100.0, 'FM999,999,999,990.00')`;

/** Still worth reading for two days. */
const NEWS_SECONDS = 172_800;

/** Reminds those who have said nothing and can be reached, each once a day. */
export async function remind(work: UnitOfWork, year: number, wake: Wake): Promise<number> {
  const dividend = await takeRun(work, year);
  if (!dividend.window_is_open) throw new Refusal("window-closed");
  const template: PaymentMessage = "dividend-reminder";
  const reminded = await enqueueSelected(
    work,
    template,
    NEWS_SECONDS,
    {
      text: `select 'sms', m.mobile_number, m.language, jsonb_build_object(
        ${contactInSql.pairs}, 'year', d.year::text,
        'amount', ${amountOfMessage("e.gross_cents")},
        'date', (d.closes_at at time zone 'Africa/Nairobi')::date::text,
        'time', to_char(d.closes_at at time zone 'Africa/Nairobi', 'HH24:MI'))
      from dividend d join dividend_entitlement e on e.dividend_id = d.id
        join member m on m.id = e.member_id and m.mobile_number <> '' ${contactInSql.join}
      where d.id = $1 and e.reminded_on is distinct from akiba_today()
        and dividend_is_there(e.member_id, e.gross_cents) and not exists (
          select from dividend_election v where v.dividend_id = $1 and v.member_id = e.member_id)`,
      values: [dividend.id],
    },
    wake,
  );
  await work.run(
    `update dividend_entitlement e set reminded_on = akiba_today()
      where dividend_id = $1 and not exists (
        select from dividend_election v where v.dividend_id = $1 and v.member_id = e.member_id)`,
    [dividend.id],
  );
  const detail = { members: reminded };
  work.audit({ action: "dividend-reminded", subject: `dividend:${year}`, detail });
  return reminded;
}

const taxOn = (amount: string) => `(${amount} * t.basis_points * 2 + 10000) / 20000`;

/** As `mobileAmount` finds it: what one payment can take, in whole shillings after tax. */
const phonePart = `case when d.default_mode = 'mobile' and m.mobile_number <> ''
      and m.mobile_confirmed_at is not null and whole.net > 0
    then (whole.net * 10000 - 5000) / (10000 - t.basis_points) + 1 else 0 end`;

const silentLegs = `select s.member_id, part.place, 'default', part.mode, part.cents,
    null::bigint, ''
  from (
    select e.member_id, e.gross_cents - e.held_cents as cents, ${phonePart} as phone
    from dividend d join dividend_entitlement e on e.dividend_id = d.id
      join member m on m.id = e.member_id
      join dividend_tax t on t.dividend_id = d.id and t.mode = 'mobile'
      cross join lateral (
        select least(e.gross_cents - e.held_cents - ${taxOn("(e.gross_cents - e.held_cents)")},
          d.mobile_maximum_cents) / 100 * 100 as net
      ) whole
    where d.id = $1 and not exists (
      select from dividend_election v where v.dividend_id = $1 and v.member_id = e.member_id)
  ) s cross join lateral (
    values (1, 'mobile', s.phone), (2, 'share-capital', s.cents - s.phone)
  ) as part (place, mode, cents)
  where part.cents > 0`;

const meantLegs = `select h.member_id, 0, 'held', 'loan', h.amount_cents, h.loan_id, ''
    from dividend_held h where h.dividend_id = $1
  union all
  select r.member_id, r.row_no, 'chosen', r.mode, r.amount_cents, r.loan_id, r.bill_reference
    from (${lastElections}) v join dividend_election_row r
      on (r.dividend_id, r.member_id, r.version) = ($1, v.member_id, v.version)
  union all ${silentLegs}`;

/**
 * Locks what members said, once the window has closed: what is held, what they chose, and of the
 * silent by default. Whoever was still being listened to is waited for, and nobody after.
 */
export async function lock(work: UnitOfWork, year: number): Promise<PaymentRow> {
  const before = await takeRun(work, year);
  if (before.state === "posted" && !before.has_closed) throw new Refusal("window-open");
  const taken = await work.run(
    `update dividend set state = 'locked', locked_by = $2, locked_at = akiba_now()
      where id = $1 and state = 'posted'`,
    [before.id, work.actor],
  );
  if (taken === 0) throw new Refusal("dividend-state");
  await work.run(
    `insert into dividend_leg (dividend_id, member_id, leg_no, source, mode, amount_cents,
        tax_cents, loan_id, bill_reference)
      select $1, l.member_id, row_number() over (
          partition by l.member_id order by l.place, l.loan_id),
        l.source, l.mode, l.cents, ${taxOn("l.cents")}, l.loan_id, l.bill
      from (${meantLegs}) as l (member_id, place, source, mode, cents, loan_id, bill)
        join dividend_tax t on t.dividend_id = $1 and t.mode = l.mode`,
    [before.id],
  );
  await leaveOut(work, before.id);
  await redirect(work, before.id);
  await assertWhole(work, before.id);
  work.audit({ action: "dividend-locked", subject: `dividend:${year}` });
  return { ...before, state: "locked" };
}

/**
 * Leaves out whose dividend is no longer there, because it was paid out in another way: one of
 * them must not keep everybody else's from being paid.
 */
async function leaveOut(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `with left_out as (
        insert into dividend_exception (dividend_id, member_id, reason, amount_cents)
          select $1, e.member_id, 'paid-otherwise', e.gross_cents from dividend_entitlement e
          where e.dividend_id = $1 and not dividend_is_there(e.member_id, e.gross_cents)
            and exists (select from dividend_leg g
              where g.dividend_id = $1 and g.member_id = e.member_id)
          returning member_id
      )
      delete from dividend_leg g using left_out l
      where g.dividend_id = $1 and g.member_id = l.member_id`,
    [id],
  );
}

/** What can no longer go where it was meant to goes to shares, and is written down. */
async function redirect(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `update dividend_leg g set mobile_number = m.mobile_number from member m
      where g.dividend_id = $1 and g.mode = 'mobile' and m.id = g.member_id`,
    [id],
  );
  await work.run(
    `with lost as (
        update dividend_leg g set source = 'redirected', mode = 'share-capital',
          mobile_number = '', tax_cents = ${taxOn("g.amount_cents")}
        from member m, dividend_tax t
        where g.dividend_id = $1 and g.mode = 'mobile' and m.id = g.member_id
          and (m.mobile_number = '' or m.mobile_confirmed_at is null)
          and t.dividend_id = $1 and t.mode = 'share-capital'
        returning g.member_id, g.amount_cents
      )
      insert into dividend_exception (dividend_id, member_id, reason, amount_cents)
        select $1, member_id, 'mobile-unconfirmed', amount_cents from lost`,
    [id],
  );
  await work.run(overpaidLegs, [id]);
}

/**
 * A loan takes no more than is owed on it: each leg in turn what the ones before have left, with
 * the tax that belongs to it, as `grossFor` finds it; the rest becomes a leg of its own.
 */
const overpaidLegs = `with paying as (
    select g.*, a.balance_cents as owed, sum(g.amount_cents - g.tax_cents) over (
        partition by g.loan_id order by g.member_id, g.leg_no) as up_to
    from dividend_leg g join loan l on l.id = g.loan_id
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
    where g.dividend_id = $1 and g.mode = 'loan'
  ), room as (
    select *, greatest(0, owed - (up_to - (amount_cents - tax_cents)))::bigint as net
    from paying where up_to > owed
  ), kept as (
    select r.*, case when r.net = 0 then 0
        else (r.net * 10000 - 5000) / (10000 - t.basis_points) + 1 end as part
    from room r join dividend_tax t on t.dividend_id = $1 and t.mode = 'loan'
  ), cut as (
    update dividend_leg g set amount_cents = k.part, tax_cents = k.part - k.net
    from kept k where k.part > 0
      and (g.dividend_id, g.member_id, g.leg_no) = (k.dividend_id, k.member_id, k.leg_no)
  ), gone as (
    delete from dividend_leg g using kept k where k.part = 0
      and (g.dividend_id, g.member_id, g.leg_no) = (k.dividend_id, k.member_id, k.leg_no)
  ), told as (
    insert into dividend_exception (dividend_id, member_id, reason, amount_cents)
    select $1, member_id, 'loan-paid', amount_cents - part from kept
  )
  insert into dividend_leg (dividend_id, member_id, leg_no, source, mode, amount_cents, tax_cents)
    select $1, k.member_id, (select max(leg_no) from dividend_leg
          where dividend_id = $1 and member_id = k.member_id)
        + row_number() over (partition by k.member_id order by k.leg_no),
      'redirected', 'share-capital', k.amount_cents - k.part, ${taxOn("(k.amount_cents - k.part)")}
    from kept k join dividend_tax t on t.dividend_id = $1 and t.mode = 'share-capital'`;

const findTorn = statement({
  text: `select count(*)::int as torn from dividend_entitlement e
      left join (select member_id, sum(amount_cents) as cents from dividend_leg
        where dividend_id = $1 group by member_id) g using (member_id)
    where e.dividend_id = $1 and g.cents is distinct from e.gross_cents and not exists (
      select from dividend_exception x where x.dividend_id = $1 and x.member_id = e.member_id
        and x.reason = 'paid-otherwise')`,
  row: z.object({ torn: z.int() }),
});

/** The parts that are paid sum to each gross, to the cent; anything else is a defect of ours. */
async function assertWhole(work: UnitOfWork, id: bigint): Promise<void> {
  const torn = (await work.first(findTorn, [id]))?.torn ?? 0;
  if (torn > 0) throw new Error(`the parts of ${torn} dividends do not sum to the whole`);
}

const touched = `select code, null::bigint, '' from unnest(array['payout-clearing',
      'withholding-tax-payable', 'hospital-bills-payable']) as code
  union all
  select code, e.member_id, '' from dividend_entitlement e
    cross join unnest(array['dividend-payable', 'share-capital']) as code
    where e.dividend_id = $1
  union all
  select distinct 'loan-receivable', l.member_id, l.loan_no
    from dividend_leg g join loan l on l.id = g.loan_id where g.dividend_id = $1`;

/** Two entries a leg: its tax, where there is any, and what is left of it. */
const paidLines = `with leg as (
    select g.*, (row_number() over (order by g.member_id, g.leg_no))::int as place, d.year,
      case g.mode when 'mobile' then ${payoutReference}
        else 'DIV-' || d.year || '-' || m.member_no end as paid_as, l.loan_no
    from dividend d join dividend_leg g on g.dividend_id = d.id
      join member m on m.id = g.member_id left join loan l on l.id = g.loan_id
    where d.id = $1
  ), moves as (
    select place * 2 - 1 as position, 'withholding-tax' as kind, paid_as, member_id,
      'Withholding tax, dividend for ' || year as narration, tax_cents as cents,
      'withholding-tax-payable' as code, null::bigint as holder, '' as reference
    from leg
    union all
    select place * 2, way.kind, paid_as, member_id, 'Dividend for ' || year || way.words,
      amount_cents - tax_cents, way.code, way.holder, way.reference
    from leg cross join lateral (values
      ('share-capital', 'dividend-to-share-capital', ', to share capital', 'share-capital',
        member_id, ''),
      ('mobile', 'dividend-to-mobile', ', paid to M-Pesa', 'payout-clearing', null, ''),
      ('loan', 'loan-repaid-by-dividend', ', to loan ' || loan_no, 'loan-receivable', member_id,
        loan_no),
      ('hospital-bill', 'dividend-to-hospital-bill', ', hospital bill ' || bill_reference,
        'hospital-bills-payable', null, '')
    ) as way (mode, kind, words, code, holder, reference)
    where way.mode = leg.mode
  )
  select position, kind, narration, paid_as, side.code, side.holder, side.reference, side.cents
  from moves cross join lateral (values ('dividend-payable', moves.member_id, '', moves.cents),
    (moves.code, moves.holder, moves.reference, -moves.cents)
  ) as side (code, holder, reference, cents)`;

/** What a dividend repays on loans. */
const repaidLoans = (id: bigint) => ({
  text: `select g.loan_id, g.amount_cents - g.tax_cents as amount_cents from dividend_leg g
    where g.dividend_id = $1 and g.mode = 'loan'`,
  values: [id],
});

/**
 * Posts every part of every member's dividend to where it goes, in one unit of work. A loan that
 * was paid off meanwhile, or a number that is no longer confirmed, sends its part to shares.
 */
export async function pay(work: UnitOfWork, year: number, wake: Wake): Promise<PaymentRow> {
  const before = await takeRun(work, year);
  if (before.state !== "locked") throw new Refusal("dividend-state");
  await tellProgress(work, 0);
  await takePayment(work, before.id);
  // Locked before the loans' balances are looked at, so that no repayment comes between.
  await lockLoans(work, repaidLoans(before.id));
  await lockSelected(work, touched, [before.id]);
  await leaveOut(work, before.id);
  await redirect(work, before.id);
  await assertWhole(work, before.id);
  const journalEndsAt = await journalEnd(work);
  await openPostingSet(work);
  await stageLines(work, paidLines, [before.id]);
  const { members } = await uptakeOf(work, before);
  const entries = await postStaged(work, (done, of) =>
    tellProgress(work, Math.floor((members * done) / of)),
  );
  await settleSelected(work, repaidLoans(before.id));
  await recordRepaidSteps(work, repaidLoans(before.id));
  const payouts = await queuePayouts(work, before.id, journalEndsAt);
  await tellPaid(work, before.id, wake);
  const detail = { entries, payouts };
  work.audit({ action: "dividend-paid", subject: `dividend:${year}`, detail });
  return { ...before, state: "paid" };
}

/** Takes the payment on, once; the database rejects the person who approved the dividend. */
async function takePayment(work: UnitOfWork, id: bigint): Promise<void> {
  try {
    const taken = await work.run(
      `update dividend set state = 'paid', paid_by = $2, paid_at = akiba_now()
        where id = $1 and state = 'locked'`,
      [id, work.actor],
    );
    if (taken === 0) throw new Refusal("dividend-state");
  } catch (error) {
    if (violatedConstraint(error) !== "dividend_payment_people") throw error;
    throw new Refusal("dividend-two-people");
  }
}

async function tellPaid(work: UnitOfWork, id: bigint, wake: Wake): Promise<void> {
  const template: PaymentMessage = "dividend-paid";
  await enqueueSelected(
    work,
    template,
    NEWS_SECONDS,
    {
      text: `select 'sms', m.mobile_number, m.language, jsonb_build_object(
        ${contactInSql.pairs}, 'year', d.year::text, 'amount', ${amountOfMessage("g.cents")},
        'tax', ${amountOfMessage("g.tax")})
      from dividend d ${contactInSql.join}
        cross join lateral (
          select member_id, sum(amount_cents) as cents, sum(tax_cents) as tax
          from dividend_leg where dividend_id = d.id group by member_id
        ) g join member m on m.id = g.member_id and m.mobile_number <> ''
      where d.id = $1`,
      values: [id],
    },
    wake,
  );
}
