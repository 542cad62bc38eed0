-- Why: a loan that guarantors cover in full used up its borrower's deposits as well, so members
-- with a large guaranteed loan could borrow nothing on their own savings. Deposits secure what no
-- guarantor covers.

-- What a member owes that no guarantor covers, on running loans and on applications made before the
-- loan `beside`, which is not counted itself.
create or replace function member_owes(member bigint, beside bigint) returns bigint
  language sql stable as $$
  select coalesce(sum(greatest(0, case l.state
      when 'disbursed' then coalesce(a.balance_cents, 0) - coalesce((
        select sum(g.amount_cents) from guarantee g
        where g.loan_id = l.id and g.state = 'accepted'), 0)
      else l.total_cents - l.cover_cents end)), 0)::bigint
  from loan l left join ledger_account a on a.code = 'loan-receivable'
    and a.member_id = l.member_id and a.reference = l.loan_no
  where l.member_id = member and l.id <> beside
    and (l.state = 'disbursed'
      or (l.state in ('applied', 'approved') and l.policy_id is not null and l.id < beside))
$$;

-- The deposits that secure a member's own loans and applications, by the multiple of deposits that
-- is in force. The member can pledge the rest.
create or replace function deposits_of_own_loans(member bigint) returns bigint
  language sql stable as $$
  select case when p.deposits_percent = 0 then 0
      else ceil(member_owes(member, 9223372036854775807) * 100.0 / p.deposits_percent)::bigint end
  from loan_policy p
  where p.effective_from <= akiba_today()
    and not exists (select from loan_policy_cancellation c where c.policy_id = p.id)
  order by p.effective_from desc, p.id desc limit 1
$$;
