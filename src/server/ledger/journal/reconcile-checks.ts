import { addedCheck } from "./reconcile-added.ts";
import { bankFileCheck } from "./reconcile-bank-files.ts";
import { payoutClearingCheck } from "./reconcile-payouts.ts";
import { payoutReturnCheck } from "./reconcile-returns.ts";
import { statementCheck } from "./reconcile-statements.ts";

/** One check of the books, as the SELECT that returns the differences. */
interface ReconcilerCheck {
  /** Tables of the code that the statement receives as arrays, one per column. */
  readonly against: "nothing" | "chart" | "permitted sides";
  /** Returns subject, expected and found, all text; no rows if the books are right. */
  readonly text: string;
}

const accountName = `a.code
  || coalesce(' of member ' || (select m.member_no from member m where m.id = a.member_id), '')
  || case a.reference when '' then '' else ' ' || a.reference end`;

/** Every check of the reconciler. Each calculates the figure from the lines in its own way. */
export const checks = {
  "stored-balance": {
    against: "nothing",
    text: `select ${accountName} as subject, coalesce(l.total, 0)::text as expected,
        a.balance_cents::text as found
      from ledger_account a
        left join (
          select account_id, sum(amount_cents) as total from journal_line group by account_id
        ) l on l.account_id = a.id
      where a.balance_cents <> coalesce(l.total, 0)`,
  },
  "running-column": {
    against: "nothing",
    text: `select ${accountName} as subject, a.balance_cents::text as expected,
        r.running::text as found
      from ledger_account a
        join (
          select account_id, sum(amount_cents) over statement as running,
            lead(entry_id) over statement is null as last
          from journal_line
          window statement as (partition by account_id order by value_date, entry_id, line_no)
        ) r on r.account_id = a.id and r.last
      where a.balance_cents <> r.running`,
  },
  "control-account": {
    against: "nothing",
    text: `select m.code as subject, c.total::text as expected, m.total::text as found
      from (select code, sum(balance_cents) as total from ledger_account group by code) m
        join (
          select code, coalesce(sum(l.amount_cents), 0) as total
          from ledger_account a left join journal_line l on l.account_id = a.id group by code
        ) c using (code)
      where m.total <> c.total`,
  },
  "day-total": {
    against: "nothing",
    text: `select coalesce(d.code, l.code) || ' on ' || coalesce(d.value_date, l.value_date)
          as subject,
        coalesce(l.debit, 0) || ' debited, ' || coalesce(l.credit, 0) || ' credited' as expected,
        coalesce(d.debit, 0) || ' debited, ' || coalesce(d.credit, 0) || ' credited' as found
      from (
          select a.code, l.value_date,
            coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0) as debit,
            coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0) as credit
          from journal_line l join ledger_account a on a.id = l.account_id
          group by a.code, l.value_date
        ) l
        full join (
          select code, value_date, sum(debit_cents) as debit, sum(credit_cents) as credit
          from ledger_day group by code, value_date
        ) d on d.code = l.code and d.value_date = l.value_date
      where (coalesce(l.debit, 0), coalesce(l.credit, 0))
        is distinct from (coalesce(d.debit, 0), coalesce(d.credit, 0))`,
  },
  "trial-balance": {
    against: "nothing",
    text: `select t.subject, '0' as expected, t.total::text as found
      from (
        select 'all balances' as subject, coalesce(sum(balance_cents), 0) as total
          from ledger_account
        union all
        select 'all lines', coalesce(sum(amount_cents), 0) from journal_line
      ) t
      where t.total <> 0`,
  },
  "entry-balance": {
    against: "nothing",
    text: `select 'entry ' || e.id as subject, '2 lines or more that sum to 0' as expected,
        count(l.line_no) || ' lines that sum to ' || coalesce(sum(l.amount_cents), 0) as found
      from journal_entry e left join journal_line l on l.entry_id = e.id
      group by e.id
      having count(l.line_no) < 2 or sum(l.amount_cents) <> 0`,
  },
  "line-date": {
    against: "nothing",
    text: `select 'entry ' || e.id || ' line ' || l.line_no as subject,
        e.value_date::text as expected, l.value_date::text as found
      from journal_entry e join journal_line l on l.entry_id = e.id
      where l.value_date <> e.value_date`,
  },
  floor: {
    against: "nothing",
    text: `select ${accountName} as subject, 'at least ' || a.floor_cents as expected,
        (a.balance_cents * a.normal_side)::text as found
      from ledger_account a where a.balance_cents * a.normal_side < a.floor_cents`,
  },
  chart: {
    against: "chart",
    text: `select ${accountName} as subject,
        coalesce(c.holder || ' ' || c.sign || ' ' || coalesce(c.floor::text, 'no floor'),
          'no such account') as expected,
        case when a.member_id is null then 'society ' else 'member ' end
          || a.normal_side || ' ' || coalesce(a.floor_cents::text, 'no floor') as found
      from ledger_account a
        left join unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[])
          as c (code, holder, sign, floor) on c.code = a.code
      where c.code is null or (c.holder = 'member') <> (a.member_id is not null)
        or c.sign <> a.normal_side or c.floor is distinct from a.floor_cents`,
  },
  "permitted-kind": {
    against: "permitted sides",
    text: `with permitted as (
        select * from unnest($1::text[], $2::text[], $3::int[], $4::bool[])
          as p (kind, code, sign, optional)
      ), touched as (
        select e.id, e.kind, a.code, sign(l.amount_cents)::int as sign, count(*) as times
        from journal_entry e
          join journal_line l on l.entry_id = e.id
          join ledger_account a on a.id = l.account_id
        where e.kind <> 'reversal'
        group by e.id, e.kind, a.code, sign(l.amount_cents)
      ), required as (
        select kind, count(*) as sides from permitted where not optional group by kind
      )
      select 'entry ' || t.id as subject, 'the sides of ' || t.kind as expected,
        string_agg(case t.sign when 1 then 'debit ' else 'credit ' end || t.code
          || case when t.times > 1 then ' more than once' else '' end, ', ' order by t.sign desc,
          t.code) as found
      from touched t
        left join permitted p using (kind, code, sign)
        left join required r using (kind)
      group by t.id, t.kind, r.sides
      having bool_or(p.kind is null or t.times > 1)
        or count(*) filter (where not p.optional) <> coalesce(r.sides, 0)`,
  },
  "one-member": {
    against: "nothing",
    text: `select 'entry ' || l.entry_id as subject, 'one member' as expected,
        count(distinct a.member_id) || ' members' as found
      from journal_line l join ledger_account a on a.id = l.account_id
      group by l.entry_id having count(distinct a.member_id) > 1`,
  },
  // Share capital may remain when a member leaves; a dividend declared later waits to be paid out.
  "left-member": {
    against: "nothing",
    text: `select ${accountName} as subject, (-due.cents)::text as expected,
        a.balance_cents::text as found
      from ledger_account a join member m on m.id = a.member_id
        cross join lateral (
          select case a.code when 'dividend-payable' then
            coalesce((select sum(e.gross_cents) from dividend_entitlement e
              join dividend d on d.id = e.dividend_id and d.state in ('posted', 'locked')
              where e.member_id = m.id), 0)
            + coalesce((select sum(h.amount_cents) from dividend_part_on_hold h
              join dividend d on d.id = h.dividend_id and d.state = 'paid'
              where h.member_id = m.id), 0)
          else 0 end as cents
        ) due
      where m.membership = 'left' and a.code <> 'share-capital'
        and a.balance_cents <> -due.cents`,
  },
  "payout-clearing": { against: "nothing", text: payoutClearingCheck },
  // The unpaid cheques equal the bank entries that are on no statement, and every payment by cheque
  // is in the register.
  cheque: {
    against: "nothing",
    text: `select 'cheque ' || c.cheque_no as subject,
        case when c.reversal_id is null then c.amount_cents else 0 end::text as expected,
        coalesce(-sum(l.amount_cents), 0)::text as found
      from cheque c
        left join journal_entry e on e.id = c.entry_id or e.reverses = c.entry_id
        left join (journal_line l join ledger_account a on a.id = l.account_id
            and a.member_id is null) on l.entry_id = e.id and a.code = c.bank_account
      group by c.id
      having coalesce(-sum(l.amount_cents), 0)
        <> case when c.reversal_id is null then c.amount_cents else 0 end
      union all
      select 'entry ' || e.id, 'a cheque', 'none' from journal_entry e
      where e.kind = 'payout-by-cheque'
        and not exists (select from cheque c where c.entry_id = e.id)
        and not exists (select from journal_entry r where r.reverses = e.id)
      union all
      select 'movement ' || m.id, 'a cheque', 'none' from treasury_movement m
      where m.payee <> '' and m.state <> 'entered'
        and not exists (select from cheque c where c.movement_id = m.id)`,
  },
  // The parts of a payment's last turn sum to the payment, each with an entry of its amount. A
  // payment that the office recorded first is a repayment or another entry that is not reversed.
  "pay-in": {
    against: "nothing",
    text: `select 'payment ' || p.receipt_no as subject, p.amount_cents::text as expected,
        coalesce(sum(least(t.amount_cents, e.cents)), 0)::text as found
      from pay_in p
        left join pay_in_part t on t.pay_in_id = p.id and t.turn = p.turn
        left join lateral (select sum(l.amount_cents) as cents from journal_line l
          where l.entry_id = t.entry_id and l.amount_cents > 0) e on true
      where p.state <> 'recorded'
      group by p.id
      having coalesce(sum(least(t.amount_cents, e.cents)), 0) <> p.amount_cents
        or bool_or(t.amount_cents <> e.cents)
      union all
      select 'payment ' || p.receipt_no, 'an entry with its receipt', 'none'
      from pay_in p
      where p.state = 'recorded' and not exists (select from loan_step r
        where r.receipt_no = p.receipt_no and r.step = 'repaid'
          and not exists (select from loan_step v where v.reverses = r.id))
        and not receipt_is_booked(p.receipt_no)`,
  },
  // The money of a waiting withdrawal has left its account, and that of a failed one is back. A
  // queued withdrawal has a payment.
  withdrawal: {
    against: "nothing",
    text: `select 'withdrawal ' || w.reference as subject,
        case w.state when 'requested' then 'no reversal' else c.entries || ' reversals' end
          as expected, c.reversed || ' reversals' as found
      from withdrawal w cross join lateral (
        select count(*) as entries, count(r.id) as reversed
        from unnest(array[w.entry_id, w.fee_entry_id]) e (id)
          left join journal_entry r on r.reverses = e.id
        where e.id is not null
      ) c
      where w.state in ('requested', 'cancelled', 'rejected')
        and c.reversed <> case w.state when 'requested' then 0 else c.entries end
      union all
      select 'withdrawal ' || w.reference, 'a payment', 'none' from withdrawal w
      where w.state = 'queued' and not exists (select from payout p where p.withdrawal_id = w.id)`,
  },
  // Each transfer has an entry of its amount, which is not reversed.
  transfer: {
    against: "nothing",
    text: `select 'transfer ' || t.reference as subject, t.amount_cents::text as expected,
        coalesce(sum(l.amount_cents), 0)::text as found
      from member_transfer t left join journal_line l on l.entry_id = t.entry_id
        and l.amount_cents > 0
        and not exists (select from journal_entry r where r.reverses = t.entry_id)
      group by t.id having coalesce(sum(l.amount_cents), 0) <> t.amount_cents`,
  },
  "mpesa-suspense": {
    against: "nothing",
    text: `select 'mpesa-suspense' as subject, listed.cents::text as expected,
        (-a.balance_cents)::text as found
      from ledger_account a cross join (
        select coalesce(sum(amount_cents), 0) as cents from pay_in where state = 'suspense'
      ) listed
      where a.code = 'mpesa-suspense' and -a.balance_cents <> listed.cents`,
  },
  // The balance of each till is the sum of its movements, each the line of its entry.
  till: {
    against: "nothing",
    text: `select 'till ' || t.id as subject, coalesce(m.cents, 0)::text as expected,
        t.balance_cents::text as found
      from till t left join (select m.till_id, sum(e.cents) as cents
          from till_movement m left join lateral (
            select sum(l.amount_cents) as cents from journal_line l
              join ledger_account a on a.id = l.account_id
            where l.entry_id = m.entry_id and a.code = 'till-cash') e on true
          group by m.till_id) m on m.till_id = t.id
      where t.balance_cents <> coalesce(m.cents, 0)
        or t.balance_cents <> coalesce((select sum(s.amount_cents) from till_movement s
          where s.till_id = t.id), 0)
      union all
      select 'entry ' || l.entry_id, 'a movement of a till', 'none'
      from journal_line l join ledger_account a on a.id = l.account_id and a.code = 'till-cash'
      where not exists (select from till_movement m where m.entry_id = l.entry_id)
      union all
      select 'payment ' || c.payment_no, (-c.amount_cents)::text,
        coalesce(sum(m.amount_cents), 0)::text
      from counter_payment c left join till_movement m on m.till_id = c.till_id
        and m.entry_id = c.entry_id and m.kind = 'payout'
      group by c.id having coalesce(sum(m.amount_cents), 0) <> -c.amount_cents
      union all
      select 'payments of the counter', s.last_payment::text, count(c.id)::text
      from counter_series s left join counter_payment c on true
      group by s.last_payment having count(c.id) <> s.last_payment`,
  },
  // A closed till has handed over the sum that was counted in it.
  "till-count": {
    against: "nothing",
    text: `select 'till ' || t.id as subject, c.counted_cents::text as expected,
        coalesce(-h.cents, 0)::text as found
      from till t
        join lateral (select c.counted_cents from till_count c where c.till_id = t.id
          order by c.id desc limit 1) c on true
        left join (select till_id, sum(amount_cents) as cents from till_movement
          where kind = 'handover' group by till_id) h on h.till_id = t.id
      where t.state = 'closed' and coalesce(-h.cents, 0) <> c.counted_cents`,
  },
  "till-cash": {
    against: "nothing",
    text: `select 'till-cash' as subject, listed.cents::text as expected,
        a.balance_cents::text as found
      from ledger_account a cross join (
        select coalesce(sum(balance_cents), 0) as cents from till
      ) listed
      where a.code = 'till-cash' and a.balance_cents <> listed.cents`,
  },
  // The receipt numbers have no gap, a credited receipt has its entry, which credits its member,
  // and money at the counter was received only with a receipt.
  "counter-receipt": {
    against: "nothing",
    text: `select 'receipts of the counter' as subject, s.last_no::text as expected,
        count(r.id)::text as found
      from counter_series s left join counter_receipt r on true
      group by s.last_no having count(r.id) <> s.last_no
      union all
      select 'receipt ' || r.receipt_no, r.amount_cents::text,
        least(counter_receipt_credited(r), counter_receipt_taken(r))::text
      from counter_receipt r
      where r.state in ('credited', 'reversed') and (counter_receipt_credited(r) <> r.amount_cents
        or counter_receipt_taken(r) <> r.amount_cents)
      union all
      select 'entry ' || e.id, 'a receipt', 'none' from journal_entry e
      where e.actor like 'staff:%' and e.kind in ('deposit-by-cheque', 'share-capital-by-cheque',
          'withdrawable-by-cheque', 'loan-repaid-by-cheque', 'deposit-at-bank',
          'share-capital-at-bank', 'withdrawable-at-bank', 'deposit-in-cash',
          'share-capital-in-cash', 'withdrawable-in-cash', 'loan-repaid-at-counter')
        and not exists (select from counter_receipt r where r.entry_id = e.id)
        and not exists (select from journal_entry v where v.reverses = e.id)`,
  },
  // A movement in the books has its entry, and an entry of these kinds has a movement. Kinds that
  // are also imported, or moved by the tills, are not listed.
  "treasury-movement": {
    against: "nothing",
    text: `select 'movement ' || m.id as subject,
        m.kind || ' of ' || m.amount_cents || ' on ' || m.value_date
          || coalesce(' on account ' || m.chart_account_code, '') as expected,
        coalesce((select e.kind || ' of ' || sum(l.amount_cents) filter (where l.amount_cents > 0)
            || ' on ' || e.value_date
            || coalesce(' on account ' || max(a.reference) filter (where a.reference <> ''), '')
          from journal_entry e join journal_line l on l.entry_id = e.id
            join ledger_account a on a.id = l.account_id
          where e.id = m.entry_id group by e.id), 'no entry') as found
      from treasury_movement m
      where m.state in ('posted', 'reversed') and not treasury_movement_is_entry(m)
      union all
      select 'movement ' || m.id, case m.state when 'reversed' then 'a reversal' else 'none' end,
        case when r.id is null then 'none' else 'entry ' || r.id end
      from treasury_movement m left join journal_entry r on r.reverses = m.entry_id
      where m.state in ('posted', 'reversed') and m.reversal_id is distinct from r.id
      union all
      select 'entry ' || e.id, 'a movement', 'none' from journal_entry e
      where e.actor like 'staff:%' and e.kind in ('bank-charge', 'mpesa-charge',
          'mpesa-charge-at-bank', 'expense-by-bank', 'expense-by-mpesa', 'expense-in-cash',
          'bank-interest-received', 'other-income-at-bank', 'other-income-by-mpesa',
          'other-income-in-cash', 'insurance-premiums-paid', 'welfare-paid',
          'capital-grant-received', 'surplus-to-statutory-reserve',
          'surplus-to-institutional-capital', 'dividends-from-surplus')
        and not exists (select from treasury_movement m where m.entry_id = e.id)
        and not exists (select from journal_entry v where v.reverses = e.id)`,
  },
  "added-account": { against: "nothing", text: addedCheck },
  "bank-statement": { against: "nothing", text: statementCheck },
  "payout-return": { against: "nothing", text: payoutReturnCheck },
  "bank-file": { against: "nothing", text: bankFileCheck },
  reversal: {
    against: "nothing",
    text: `select 'entry ' || e.id as subject,
        'the mirror image of entry ' || e.reverses as expected, 'something else' as found
      from journal_entry e
      where e.kind = 'reversal' and exists (
        select account_id, sum(amount_cents) from journal_line
        where entry_id in (e.id, e.reverses)
        group by account_id having sum(amount_cents) <> 0
      )`,
  },
} as const satisfies Record<string, ReconcilerCheck>;

export type Check = keyof typeof checks;
