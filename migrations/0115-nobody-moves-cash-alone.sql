-- Why: one person could still move cash alone. They could pay a failed dividend out of the safe to
-- a member who was not there, take opening savings into the safe that nobody counted, and repay a
-- loan with cash that did not exist, so that a new loan left before the till was counted. And the
-- application could change what a closed till says.

-- The person who reported that a failed dividend was paid in cash; `resolved_by` agreed.
alter table payout add column given_by text;
grant update (given_by) on payout to akiba_app;

alter table payout drop constraint payout_office_way;
alter table payout add constraint payout_office_way check (
  (channel = 'office' and state = 'paid') = (way <> '')
  and (claimed_way = '' or claimed_receipt <> ''
    and (channel = 'office' or claimed_way = 'cash' and source = 'dividend')));

-- A failed dividend is paid in cash as two people agree, of whom neither is its member and the
-- second did not report its failure, by a voucher that pays nothing else.
create function payout_in_cash_takes_two() returns trigger language plpgsql as $$
begin
  if old.state <> 'failed' or old.claimed_way <> 'cash' or new.resolved_by is null
      or new.given_by is distinct from old.claimed_by
      or akiba_person(new.resolved_by)
        in (akiba_person(old.claimed_by), akiba_person(coalesce(old.failed_by, ''))) then
    raise exception 'payout % is paid in cash by two people', new.id
      using errcode = 'check_violation', constraint = 'payout_cash_two_people';
  end if;
  if (select 'member:' || m.member_no from member m where m.id = new.member_id)
      in (akiba_person(new.resolved_by), akiba_person(new.given_by)) then
    raise exception 'nobody pays themselves'
      using errcode = 'check_violation', constraint = 'payout_cash_own_hands';
  end if;
  if not exists (select from payout_receipt r
      where r.payout_id = new.id and r.receipt_no = old.claimed_receipt) then
    raise exception 'payout % is paid by no voucher', new.id
      using errcode = 'check_violation', constraint = 'payout_cash_voucher';
  end if;
  return new;
end
$$;
create trigger payout_of_safe before update on payout for each row
  when (new.state = 'cash' and old.state <> 'cash')
  execute function payout_in_cash_takes_two();

-- The application opens a till, and says nothing else of it at first: what it holds comes by its
-- movements.
revoke insert on till from akiba_app;
grant insert (id, holder, holder_person) on till to akiba_app;
-- Times are those of the database, and a count says what the books of its till said then.
revoke insert on till_movement, till_count from akiba_app;
grant insert (till_id, kind, amount_cents, entry_id, moved_by, agreed_by) on till_movement
  to akiba_app;
grant insert (till_id, counted_by, pieces, expected_cents) on till_count to akiba_app;

-- A closed till does not change, whoever writes to it, and the time of its closing is now.
create function till_closes_for_good() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' then
    raise exception 'till % does not change', old.id
      using errcode = 'check_violation', constraint = 'till_kept';
  end if;
  new.closed_at := case when new.state = 'closed' then akiba_now() end;
  return new;
end
$$;
-- Its name puts it behind `till_life`, which says what a till may become.
create trigger till_stays before update on till
  for each row execute function till_closes_for_good();

create function till_count_is_of_its_till() returns trigger language plpgsql as $$
begin
  if not exists (select from till t where t.id = new.till_id and t.state = 'counted'
      and t.balance_cents = new.expected_cents) then
    raise exception 'till % is not being counted', new.till_id
      using errcode = 'check_violation', constraint = 'till_count_state';
  end if;
  return new;
end
$$;
create trigger till_count_of_till before insert on till_count
  for each row execute function till_count_is_of_its_till();

-- Opening savings come into the safe once for each request that a second person approved; what one
-- person receives goes into their till.
create function opening_savings_take_two() returns trigger language plpgsql as $$
begin
  if (select count(*) from journal_entry e
        where e.reference_no = new.reference_no and e.kind = new.kind)
      >= (select count(*) from approval a where a.kind = 'opening-savings'
        and a.subject = 'member:' || new.reference_no and a.state = 'approved') then
    raise exception 'savings of % come into the safe by two people', new.reference_no
      using errcode = 'check_violation', constraint = 'opening_savings_two_people';
  end if;
  return new;
end
$$;
create trigger journal_entry_opening_savings before insert on journal_entry for each row
  when (new.kind = 'opening-savings-in-cash')
  execute function opening_savings_take_two();

-- Whether cash that a member paid in, or that was paid for a loan which they guarantee, is still in
-- a till that two people have not counted and handed over. Until then one person alone says that
-- it exists. Cash in a withdrawable account counts for every loan of its member that was under way
-- since the till was opened, as the member can move it there.
create function waits_for_a_count(member bigint) returns boolean language sql stable as $$
  select exists (select from till t join counter_receipt r on r.till_id = t.id
    where t.state <> 'closed' and r.state = 'credited'
      and (r.member_id = member or exists (
        select from guarantee g join loan l on l.id = g.loan_id
        where g.guarantor_id = member and (l.id = r.loan_id
          or r.destination = 'withdrawable' and l.member_id = r.member_id
            and (g.released_on is null or g.released_on >= t.opened_on)))))
$$;

-- Nobody leaves with such cash.
create function member_waits_for_the_count() returns trigger language plpgsql as $$
begin
  if waits_for_a_count(new.id) then
    raise exception 'cash of member % is not counted yet', new.member_no
      using errcode = 'check_violation', constraint = 'cash_not_counted';
  end if;
  return new;
end
$$;
create trigger member_counted before update of membership on member for each row
  when (new.membership = 'left' and old.membership <> 'left')
  execute function member_waits_for_the_count();

-- No payment of a loan is queued on such cash of its borrower or of a guarantor, for the first time
-- or again, and staff refund no overpayment out of it. A payment at the office that replaces a
-- failed one of the same posting goes on, and so does one that arrived late. Money that came by
-- M-Pesa is never turned away: the program puts what is over into deposits.
create function payout_waits_for_the_count() returns trigger language plpgsql as $$
begin
  if not exists (select from payout p where p.entry_id = new.entry_id)
      and (waits_for_a_count(new.member_id) or exists (select from guarantee g
        where new.source = 'loan' and g.loan_id = new.loan_id and g.released_on is null
          and waits_for_a_count(g.guarantor_id))) then
    raise exception 'cash that a payment to member % depends on is not counted yet', new.member_id
      using errcode = 'check_violation', constraint = 'cash_not_counted';
  end if;
  return new;
end
$$;
create trigger payout_counted before insert on payout for each row
  when (new.source = 'loan' or new.source = 'overpayment' and new.queued_by like 'staff:%')
  execute function payout_waits_for_the_count();
create trigger payout_counted_again before update of entry_id on payout for each row
  when (new.source = 'loan' and old.state = 'failed' and new.state = 'waiting'
    and new.entry_id is distinct from old.entry_id)
  execute function payout_waits_for_the_count();
