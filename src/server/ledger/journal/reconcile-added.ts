/**
 * The check of the accounts that were added to the chart. It reports: an account of the society
 * with a reference that no added account has, or under the wrong account for its type; an added
 * account that the ledger does not have; a line of a kind that the account does not accept, or on
 * its other side; a balance that is not the sum of its movements; and a total of an account of the
 * chart that is not the sum of the accounts under it and of the rest.
 */
export const addedCheck = `
  select a.code || ' ' || a.reference as subject,
    coalesce(t.control_code || ' ' || t.normal_side, 'no such account') as expected,
    a.code || ' ' || a.normal_side as found
  from ledger_account a left join chart_account c on c.code = a.reference
    left join chart_type t on t.type = c.type
  where a.member_id is null and a.reference <> ''
    and (t.control_code, t.normal_side) is distinct from (a.code, a.normal_side)
  union all
  select 'account ' || c.code, 'an account of the ledger', 'none'
  from chart_account c join chart_type t on t.type = c.type
  where not exists (select from ledger_account a
    where a.code = t.control_code and a.member_id is null and a.reference = c.code)
  union all
  select 'entry ' || e.id, 'a kind of account ' || a.reference,
    e.kind || ' of ' || l.amount_cents
  from ledger_account a join journal_line l on l.account_id = a.id
    join journal_entry e on e.id = l.entry_id
  where a.member_id is null and a.reference <> '' and e.kind <> 'reversal'
    and (sign(l.amount_cents) <> a.normal_side or not exists (select from chart_account_kind k
      where k.code = a.reference and k.kind = e.kind))
  union all
  select 'account ' || c.code, coalesce(m.cents, 0)::text,
    (a.balance_cents * a.normal_side)::text
  from chart_account c join chart_type t on t.type = c.type
    join ledger_account a
      on a.code = t.control_code and a.member_id is null and a.reference = c.code
    left join (select chart_account_code as code, sum(amount_cents) as cents
      from treasury_movement where state = 'posted' group by chart_account_code) m
      on m.code = c.code
  where a.balance_cents * a.normal_side <> coalesce(m.cents, 0)
  union all
  select t.control_code, d.cents::text, s.cents::text
  from chart_type t
    cross join lateral (select coalesce(sum(debit_cents - credit_cents), 0) as cents
      from ledger_day where code = t.control_code) d
    cross join lateral (select coalesce(sum(balance_cents), 0) as cents
      from ledger_account where code = t.control_code) s
  where d.cents <> s.cents`;
