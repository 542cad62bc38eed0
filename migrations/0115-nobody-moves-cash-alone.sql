-- Why: one person could still move cash alone. They could pay a failed dividend out of the safe to
-- a member who was not there, and the application could change what a closed till says.

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
