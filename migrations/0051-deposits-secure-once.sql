-- Why: the same deposits secured every loan of a member and every guarantee the member gave. A
-- member could borrow up to the limit, owe all of it, and borrow or pledge as much again.

-- What a member owes on running loans, and on applications made before the loan `beside`, which is
-- not counted itself.
create function member_owes(member bigint, beside bigint) returns bigint language sql stable as $$
  select (coalesce((select sum(greatest(a.balance_cents, 0)) from ledger_account a
        where a.member_id = member and a.code = 'loan-receivable'
          and a.reference is distinct from (select l.loan_no from loan l where l.id = beside)), 0)
    + coalesce((select sum(l.total_cents) from loan l
        where l.member_id = member and l.policy_id is not null and l.id < beside
          and l.state in ('applied', 'approved')), 0))::bigint
$$;

-- The deposits that secure a member's own loans and applications: what guarantors do not cover of
-- them, by the multiple of deposits that is in force. The member can pledge the rest.
create function deposits_of_own_loans(member bigint) returns bigint language sql stable as $$
  with own as (
    select case l.state when 'disbursed' then a.balance_cents - (
          select coalesce(sum(g.amount_cents), 0) from guarantee g
          where g.loan_id = l.id and g.state = 'accepted')
        else l.total_cents - l.cover_cents end as cents
    from loan l left join ledger_account a on a.code = 'loan-receivable'
      and a.member_id = l.member_id and a.reference = l.loan_no
    where l.member_id = member
      and (l.state = 'disbursed'
        or (l.state in ('applied', 'approved') and l.policy_id is not null))
  ), policy as (
    select deposits_percent as percent from loan_policy p
    where p.effective_from <= akiba_today()
      and not exists (select from loan_policy_cancellation c where c.policy_id = p.id)
    order by p.effective_from desc, p.id desc limit 1
  )
  select case when policy.percent = 0 then 0
      else ceil(coalesce((select sum(cents) from own where cents > 0), 0) * 100
        / policy.percent)::bigint end
  from policy
$$;

-- Checked when a unit of work ends, so that a command can say why it rejects a loan. Of two
-- applications, approvals or payouts at once, the second waits for the deposits and then sees the
-- first.
create function loan_within_deposits() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given loan;
  percent integer;
  deposits bigint;
  pledged numeric;
  guaranteed numeric;
begin
  select * into given from loan where id = new.id;
  select deposits_percent into percent from loan_policy where id = given.policy_id;
  if percent = 0 or given.state not in ('applied', 'approved', 'disbursed') then
    return null;
  end if;
  select balance_cents * normal_side into deposits from ledger_account
    where code = 'member-deposits' and member_id = given.member_id for no key update;
  select coalesce(sum(amount_cents), 0) into pledged from guarantee
    where guarantor_id = given.member_id and state = 'accepted';
  select coalesce(sum(amount_cents), 0) into guaranteed from guarantee
    where loan_id = given.id and state = 'accepted';
  if given.principal_cents - greatest(guaranteed, given.cover_cents) > greatest(0,
      floor(greatest(0, coalesce(deposits, 0) - pledged) * percent / 100)
        - member_owes(given.member_id, given.id)) then
    raise exception 'loan % is more than the free deposits secure', given.loan_no
      using errcode = 'check_violation', constraint = 'loan_deposits_once';
  end if;
  return null;
end
$$;

create constraint trigger loan_deposits_at_first after insert on loan
  deferrable initially deferred for each row
  when (new.policy_id is not null and new.state = 'applied')
  execute function loan_within_deposits();
create constraint trigger loan_deposits_again after update of state, principal_cents on loan
  deferrable initially deferred for each row
  when (new.policy_id is not null and old.state in ('applied', 'approved')
    and new.state in ('applied', 'approved', 'disbursed'))
  execute function loan_within_deposits();

-- As before, and deposits that secure loans of the guarantor's own are not free either.
create or replace function guarantee_keeps_its_life() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deposits bigint;
  pledged numeric;
begin
  if (new.loan_id, new.guarantor_id, new.amount_cents)
      is distinct from (old.loan_id, old.guarantor_id, old.amount_cents) then
    raise exception 'what was asked of guarantee % is not changed', old.id
      using errcode = 'check_violation', constraint = 'guarantee_terms';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'accepted'), ('asked', 'declined'), ('asked', 'cancelled'),
    ('accepted', 'cancelled'), ('accepted', 'released'), ('released', 'accepted')
  ) then
    raise exception 'guarantee % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'guarantee_life';
  end if;
  if old.state = 'asked' and new.state = 'accepted' then
    select balance_cents * normal_side into deposits from ledger_account
      where code = 'member-deposits' and member_id = new.guarantor_id for no key update;
    select coalesce(sum(amount_cents), 0) + deposits_of_own_loans(new.guarantor_id) into pledged
      from guarantee where guarantor_id = new.guarantor_id and state = 'accepted';
    if coalesce(deposits, 0) - pledged < new.amount_cents then
      raise exception 'guarantee % is more than is free', old.id
        using errcode = 'check_violation', constraint = 'guarantee_capacity';
    end if;
  end if;
  return new;
end
$$;
