-- Why: the office registers members, suspends them and lets them leave. A new number is drawn by
-- one writer at a time, nobody is on the register twice, and of whatever takes two people the
-- database asks two.

alter table member
  add column gender text not null default '' check (gender in ('', 'female', 'male', 'other')),
  add column residence text not null default '',
  -- As it was stated, and the day on which it was.
  add column stated_age smallint check (stated_age between 18 and 120),
  add column stated_age_on date,
  -- Who registered them at the desk; empty for those who came with an import.
  add column registered_by text not null default '',
  -- How they stand with the society; nobody who left is deleted.
  add column membership text not null default 'active'
    check (membership in ('active', 'suspended', 'left')),
  add constraint member_age_has_its_day check ((stated_age is null) = (stated_age_on is null));

-- One ID is registered at the desk once. What an earlier system brought may hold it twice, and is
-- asked beside it under the lock of the number series; who left may come back.
create unique index member_identity_once on member (upper(national_id))
  where registered_by <> '' and national_id <> '' and membership <> 'left';

-- How the society numbers its members. Its row is held until the registration is kept, so that
-- numbers have no gap and those who register at once come one after the other.
create table member_number_series (
  id smallint primary key default 1 check (id = 1),
  prefix text not null default 'MS' check (prefix ~ '^[A-Z0-9/_-]{0,8}$'),
  digits smallint not null default 4 check (digits between 1 and 12),
  -- Null until the first one is drawn, which goes on from the numbers of the register.
  last bigint check (last >= 0)
);

insert into member_number_series default values;

create function draw_member_no() returns text language plpgsql as $$
declare
  series member_number_series;
  seen record;
  drawn text;
begin
  select * into series from member_number_series for update;
  if series.last is null then
    -- As most of its numbers are written; a society without any begins at 1001.
    select regexp_replace(member_no, '[0-9]+$', '') as prefix,
        max(length(substring(member_no from '[0-9]+$'))) as digits,
        max(substring(member_no from '[0-9]+$')::bigint) as last
      into seen from member where member_no ~ '^[A-Z0-9/_-]{0,8}[0-9]{1,12}$'
      group by 1 having length(regexp_replace(min(member_no), '[0-9]+$', '')) <= 8
      order by count(*) desc, 1 limit 1;
    series.prefix := coalesce(seen.prefix, series.prefix);
    series.digits := coalesce(seen.digits, series.digits);
    series.last := coalesce(seen.last, 1000);
  end if;
  loop
    series.last := series.last + 1;
    drawn := series.prefix
      || lpad(series.last::text, greatest(series.digits, length(series.last::text)), '0');
    exit when not exists (select from member where member_no = drawn)
      and not exists (select from staff where staff_no = drawn);
    -- An import has brought numbers since: on from the last of them.
    select coalesce(max(substring(member_no from '[0-9]+$')::bigint), series.last)
      into series.last from member
      where member_no ~ ('^' || series.prefix || '[0-9]{1,12}$')
        and substring(member_no from '[0-9]+$')::bigint >= series.last;
  end loop;
  update member_number_series
    set prefix = series.prefix, digits = series.digits, last = series.last;
  return drawn;
end
$$;

-- Whom the office has barred for a time: who did and why, and who else let them in again.
create table member_suspension (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  reason text not null check (reason <> ''),
  suspended_by text not null check (suspended_by <> ''),
  suspended_at timestamptz not null default akiba_now(),
  resumed_by text,
  resumed_at timestamptz,
  resumed_because text not null default '',
  constraint member_suspension_two_people check (resumed_by <> suspended_by),
  check ((resumed_by is null) = (resumed_at is null)
    and (resumed_by is null) = (resumed_because = ''))
);

create unique index member_suspended_once on member_suspension (member_id)
  where resumed_at is null;
create index member_suspension_of_member on member_suspension (member_id, id desc);

-- A member who leaves: asked for, approved by another, paid out by one who did not approve.
create table member_exit (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  state text not null default 'asked'
    check (state in ('asked', 'approved', 'paid', 'withdrawn')),
  reason text not null check (reason <> ''),
  -- Who gets the share capital, which is never paid out; null where it stays on the account.
  shares_to bigint references member,
  asked_by text not null check (asked_by <> ''),
  asked_at timestamptz not null default akiba_now(),
  -- By when the society owes the refund, in days of Nairobi.
  due_on date not null default akiba_today() + 60,
  approved_by text,
  approved_at timestamptz,
  paid_by text,
  paid_at timestamptz,
  receipt_no text not null default '',
  ended_by text,
  ended_at timestamptz,
  ended_because text not null default '',
  -- What was paid out, as the books had it; null before.
  deposits_cents bigint check (deposits_cents >= 0),
  withdrawable_cents bigint check (withdrawable_cents >= 0),
  dividend_cents bigint check (dividend_cents >= 0),
  loans_cents bigint,
  refund_cents bigint check (refund_cents >= 0),
  shares_cents bigint check (shares_cents >= 0),
  constraint member_exit_approval_people check (approved_by <> asked_by),
  constraint member_exit_payment_people check (paid_by <> approved_by),
  constraint member_exit_refund check (
    refund_cents = deposits_cents + withdrawable_cents + dividend_cents - loans_cents),
  check (shares_to <> member_id),
  check (state not in ('approved', 'paid')
    or (approved_by is not null and approved_at is not null)),
  check ((state = 'paid') = (paid_by is not null) and (paid_by is null) = (paid_at is null)
    and (paid_by is null) = (refund_cents is null) and (paid_by is null) = (shares_cents is null)),
  check ((state = 'withdrawn') = (ended_by is not null)
    and (ended_by is null) = (ended_because = ''))
);

create unique index member_exit_open on member_exit (member_id)
  where state in ('asked', 'approved');
create unique index member_exit_receipt on member_exit (receipt_no) where receipt_no <> '';
create index member_exit_pile on member_exit (state, due_on, id);
create index member_exit_of_member on member_exit (member_id, id desc);

create function member_exit_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'approved'), ('asked', 'withdrawn'), ('approved', 'withdrawn'), ('approved', 'paid')
  ) or (new.member_id, new.reason, new.shares_to, new.asked_by, new.asked_at, new.due_on)
    is distinct from
    (old.member_id, old.reason, old.shares_to, old.asked_by, old.asked_at, old.due_on)
    or old.approved_by is distinct from new.approved_by and old.approved_by is not null
    or old.state in ('paid', 'withdrawn') then
    raise exception 'exit % cannot go from % to % or be made another',
      old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'member_exit_life';
  end if;
  return new;
end
$$;

create trigger member_exit_life before update on member_exit
  for each row execute function member_exit_keeps_its_life();

-- What a leaver's accounts come to until it is refunded, and shares between two members: each is
-- nought again when its unit of work is kept.
insert into ledger_account (code, normal_side, floor_cents) values
  ('exit-clearing', -1, 0), ('share-transfers', -1, 0);

-- A change asked for at the desk may be of more than the number, and says how its member was known.
alter table contact_change_request
  add column old_email text not null default '',
  add column residence text not null default '',
  -- Empty where the next of kin stay as they are; at most three.
  add column next_of_kin text[] not null default '{}' check (cardinality(next_of_kin) <= 3),
  add column identified_by text not null default ''
    check (identified_by in ('', 'id-card', 'passport', 'known', 'call-back'));

-- The latest of those that are done; those that wait are read from contact_change_pile.
create index contact_change_done on contact_change_request (id desc)
  where state in ('in-force', 'rejected', 'cancelled');

create or replace function contact_change_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'cancelled'),
    ('approved', 'in-force'), ('approved', 'cancelled')
  ) or (new.member_id, new.mobile_number, new.email, new.residence, new.next_of_kin, new.asked_by)
    is distinct from
    (old.member_id, old.mobile_number, old.email, old.residence, old.next_of_kin, old.asked_by)
    or old.held_until is distinct from new.held_until and old.held_until is not null then
    raise exception 'contact change % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'contact_change_life';
  end if;
  return new;
end
$$;

grant select, update on member_number_series to akiba_app;
grant select, insert, update on member_suspension, member_exit to akiba_app;
-- Next of kin are replaced as a whole.
grant delete on next_of_kin to akiba_app;
