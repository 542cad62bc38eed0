import { DEMO_ACTOR } from "#server/kernel/platform/database-mode.ts";

/** The migration that sent loans and refunds through the queue. */
const QUEUED_SINCE = 85;

const onTheWay = "'waiting', 'sending', 'sent', 'unknown'";

/**
 * Whether an entry `e` without a payout was brought forward: from an import, the demo, or money
 * that left before loans were queued. Imports before `is_tracked` did not mark their entries. In a
 * restored copy the migrations have the date of the restore, so the first queued loan payment is a
 * limit too.
 */
const broughtForward = `(e.import_run_id in (select id from import_run)
  or (e.actor, e.booked_at) in (select actor, imported_at from import_run where not is_tracked)
  or e.actor = '${DEMO_ACTOR}'
    and not exists (select from database_mode where mode = 'production')
  or e.kind in ('loan-disbursed', 'overpayment-to-refund', 'loan-repaid-by-overpayment')
    and e.booked_at < (select applied_at from schema_migration where version = ${QUEUED_SINCE})
    and e.id < (select coalesce(min(entry_id), ${2n ** 63n - 1n}) from payout
      where source <> 'dividend'))`;

/**
 * The check of payout clearing, read once from its lines; a reversed entry is zero. It reports: a
 * departure or a settlement that is not exactly its payout; an entry without a payout; an
 * overpayment of a loan that was neither queued nor moved to another loan; and a balance that
 * differs from the money on its way, for each source and in total. A waiting withdrawal counts as
 * on its way.
 */
export const payoutClearingCheck = `with line as (
    select coalesce(r.reverses, l.entry_id) as entry_id, -sum(l.amount_cents) as cents
    from ledger_account a
      join journal_line l on l.account_id = a.id
      left join (select id, reverses from journal_entry where reverses is not null) r
        on r.id = l.entry_id
    where a.code = 'payout-clearing'
    group by 1 having sum(l.amount_cents) <> 0
  ), entry as (
    select e.id, e.kind, e.reference_no, l.cents, ${broughtForward} as is_older,
      case when e.import_run_id is null and e.kind like 'payout-%' then e.reference_no end
        as settles
    from line l join journal_entry e on e.id = l.entry_id
  ), departure as (
    -- A failed payment whose posting stays is replaced by another with its entry.
    select entry_id, source, min(reference) as reference,
      case when bool_or(state in (${onTheWay}, 'paid')) then max(amount_cents) else 0 end as cents,
      coalesce(sum(amount_cents) filter (where state in (${onTheWay})), 0) as due
    from payout group by entry_id, source
    union all
    select entry_id, 'withdrawal', reference, w.cents, w.cents
    from (select *, case state when 'requested' then amount_cents else 0 end as cents
      from withdrawal) w
    where state <> 'queued'
  ), settled as (
    select settles, sum(cents) as cents, bool_or(kind like 'payout-returned-%' and cents < 0
        or kind not like 'payout-returned-%' and cents > 0) as is_reverse,
      min(abs(cents)) as least, max(abs(cents)) as most,
      string_agg((-cents)::text, ' and ' order by id) as amounts
    from entry where settles is not null group by settles
  ), owned as (
    select e.*, coalesce(d.source, p.source) as owner,
      coalesce(d.source, p.source, case when e.is_older then 'brought forward'
        else case e.kind
          when 'dividend-to-mobile' then 'dividend' when 'dividend-to-bank' then 'dividend'
          when 'loan-disbursed' then 'loan' when 'withdrawable-withdrawal' then 'withdrawal'
          when 'exit-refund-queued' then 'exit' when 'overpayment-to-refund' then 'overpayment'
          when 'loan-repaid-by-overpayment' then 'overpayment' else 'none' end end) as source
    from entry e left join departure d on d.entry_id = e.id
      left join payout p on p.reference = e.settles
  ), unowned as (
    select * from owned where owner is null and source <> 'brought forward'
  ), due as (
    select source, sum(due) as cents from departure group by source
    union all
    select source, sum(cents) from owned where source = 'brought forward' group by source
  ), held as (
    select source, sum(cents) as cents from owned group by source
  )
  select 'departure of payout ' || d.reference as subject, d.cents::text as expected,
    coalesce(e.cents, 0)::text as found
  from departure d left join entry e on e.id = d.entry_id
  where d.cents <> coalesce(e.cents, 0)
  union all
  select 'settlement of payout ' || p.reference,
    case p.state when 'paid' then p.amount_cents else 0 end::text, coalesce(s.amounts, '0')
  from payout p left join settled s on s.settles = p.reference
  where coalesce(-s.cents, 0) <> case p.state when 'paid' then p.amount_cents else 0 end
    or s.is_reverse or s.least <> p.amount_cents or s.most <> p.amount_cents
  union all
  select 'entry ' || id, 'a payout', 'none' from unowned where source <> 'overpayment'
  union all
  select 'overpayment of loan ' || reference_no, 'a payout or another loan',
    'none for ' || sum(cents)
  from unowned where source = 'overpayment' group by reference_no having sum(cents) <> 0
  union all
  select 'payout-clearing of ' || case source
      when 'dividend' then 'dividends' when 'loan' then 'loans'
      when 'withdrawal' then 'withdrawals' when 'exit' then 'refunds on leaving'
      when 'overpayment' then 'refunds of overpayments' else 'no payout' end,
    coalesce(d.cents, 0)::text, coalesce(h.cents, 0)::text
  from due d full join held h using (source)
  where coalesce(d.cents, 0) <> coalesce(h.cents, 0)
  union all
  select 'payout-clearing', d.cents::text, (-a.balance_cents)::text
  from ledger_account a cross join (select coalesce(sum(cents), 0) as cents from due) d
  where a.code = 'payout-clearing' and -a.balance_cents <> d.cents`;
