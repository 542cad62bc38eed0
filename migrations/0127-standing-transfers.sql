-- Why: a member who saves or repays each month had to come back each month to move the money. They
-- give one order for it, by a code, and the society moves the money each month while the account
-- covers it, once a month, until the member stops it.

alter table otp drop constraint otp_purpose_check, drop constraint otp_subject;
alter table otp
  add constraint otp_purpose_check check (purpose in ('sign-up', 'reset', 'guarantee',
    'confirm-mobile', 'amendment', 'withdrawal', 'counter-withdrawal', 'counter-payment',
    'bank-account', 'standing-transfer')),
  add constraint otp_subject check ((purpose in ('guarantee', 'amendment', 'withdrawal',
    'counter-withdrawal', 'counter-payment', 'bank-account', 'standing-transfer'))
    = (subject <> ''));

create table standing_transfer (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  account_no text not null check (account_no <> ''),
  destination text not null check (destination in ('deposits', 'share-capital', 'loan')),
  loan_id bigint references loan,
  amount_cents bigint not null check (amount_cents >= 10000),
  -- The last day of a month that is shorter.
  day_of_month smallint not null check (day_of_month between 1 and 31),
  -- The code of the member, which was used for this order alone.
  otp_id uuid not null unique,
  ordered_by text not null check (ordered_by <> ''),
  ordered_on date not null default akiba_today(),
  ordered_at timestamptz not null default akiba_now(),
  stopped_at timestamptz,
  stopped_by text,
  constraint standing_transfer_loan check ((destination = 'loan') = (loan_id is not null)),
  constraint standing_transfer_stopped check ((stopped_at is null) = (stopped_by is null))
);
create index standing_transfer_of_member on standing_transfer (member_id, id);
create index standing_transfer_running on standing_transfer (id) where stopped_at is null;
grant select on standing_transfer to akiba_app;
grant insert (member_id, account_no, destination, loan_id, amount_cents, day_of_month, otp_id,
  ordered_by) on standing_transfer to akiba_app;
grant update (stopped_at, stopped_by) on standing_transfer to akiba_app;
create trigger standing_transfer_is_kept before delete or truncate on standing_transfer
  execute function forbid_change();

alter table member_transfer add column standing_id bigint references standing_transfer;

-- The outcome of an order in a month, once, even if two programs run it.
create table standing_transfer_run (
  standing_id bigint not null references standing_transfer,
  month date not null check (extract(day from month) = 1),
  due_on date not null,
  outcome text not null check (outcome in ('moved', 'short', 'blocked')),
  transfer_id bigint unique references member_transfer,
  ran_at timestamptz not null default akiba_now(),
  primary key (standing_id, month),
  constraint standing_transfer_run_moved check ((outcome = 'moved') = (transfer_id is not null)),
  constraint standing_transfer_run_month check (date_trunc('month', due_on)::date = month)
);
grant select on standing_transfer_run to akiba_app;
grant insert (standing_id, month, due_on, outcome, transfer_id) on standing_transfer_run
  to akiba_app;
create trigger standing_transfer_run_is_insert_only
  before update or delete or truncate on standing_transfer_run execute function forbid_change();

-- The day of a month on which an order is due.
create function standing_transfer_due(day_of_month smallint, month date) returns date
  language sql immutable as $$
  select month + least(day_of_month::int,
    extract(day from month + interval '1 month' - interval '1 day')::int) - 1
$$;

-- An order is given by its member with a code for exactly it, while they are active, from an
-- account and to a loan of their own. It never changes, and stops once.
create function standing_transfer_is_ordered() returns trigger language plpgsql as $$
declare
  owner text := (select 'member:' || m.member_no from member m where m.id = new.member_id);
  loan text := (select l.loan_no from loan l
    where l.id = new.loan_id and l.member_id = new.member_id);
begin
  if new.ordered_by is distinct from owner or new.stopped_at is not null
      or not withdrawal_member_may(new.member_id) or new.loan_id is not null and loan is null
      or not exists (select from ledger_account a where a.code = 'withdrawable-deposits'
        and a.member_id = new.member_id and a.reference = new.account_no) then
    raise exception 'only an active member orders transfers between their own accounts'
      using errcode = 'check_violation', constraint = 'standing_transfer_own';
  end if;
  if not exists (select from otp o where o.id = new.otp_id and 'member:' || o.member_no = owner
      and o.purpose = 'standing-transfer' and o.used_at = akiba_now()
      and o.subject = concat_ws(':', new.destination, coalesce(loan, ''), new.amount_cents,
        new.day_of_month, new.account_no)) then
    raise exception 'a standing transfer takes a code for it'
      using errcode = 'check_violation', constraint = 'standing_transfer_by_code';
  end if;
  return new;
end
$$;
create trigger standing_transfer_ordered before insert on standing_transfer
  for each row execute function standing_transfer_is_ordered();

create function standing_transfer_stops_once() returns trigger language plpgsql as $$
begin
  if old.stopped_at is not null or new.stopped_by not in ('standing-transfers',
      (select 'member:' || m.member_no from member m where m.id = new.member_id)) then
    raise exception 'standing transfer % is stopped by its member', old.id
      using errcode = 'check_violation', constraint = 'standing_transfer_life';
  end if;
  return new;
end
$$;
create trigger standing_transfer_life before update on standing_transfer
  for each row execute function standing_transfer_stops_once();

-- A run is of an order that was given by then and is not stopped, on or after its day of the month,
-- and the transfer is the one that the order made.
create function standing_transfer_run_is_due() returns trigger language plpgsql as $$
begin
  if not exists (select from standing_transfer s
      where s.id = new.standing_id and s.stopped_at is null and s.ordered_on <= new.due_on
        and new.due_on = standing_transfer_due(s.day_of_month, new.month)
        and new.due_on <= akiba_today())
      or new.transfer_id is not null and not exists (select from member_transfer t
        where t.id = new.transfer_id and t.standing_id = new.standing_id) then
    raise exception 'standing transfer % is not due', new.standing_id
      using errcode = 'check_violation', constraint = 'standing_transfer_run_due';
  end if;
  return new;
end
$$;
create trigger standing_transfer_run_due before insert on standing_transfer_run
  for each row execute function standing_transfer_run_is_due();

-- As before. A standing transfer moves money for its member as they ordered it, and a loan that
-- owes less takes what it owes.
create or replace function member_transfer_is_ones_own() returns trigger language plpgsql as $$
begin
  if new.standing_id is null and not exists (select from member m
      where m.id = new.member_id and new.made_by = 'member:' || m.member_no)
      or new.standing_id is not null and (new.made_by <> 'standing-transfers'
        or not exists (select from standing_transfer s
          where s.id = new.standing_id and s.stopped_at is null and s.member_id = new.member_id
            and s.account_no = new.account_no and s.destination = new.destination
            and s.loan_id is not distinct from new.loan_id
            and (s.amount_cents = new.amount_cents
              or s.destination = 'loan' and new.amount_cents < s.amount_cents))) then
    raise exception 'only the member moves money between their accounts'
      using errcode = 'check_violation', constraint = 'member_transfer_own';
  end if;
  if new.loan_id is not null and not exists (select from loan l
      where l.id = new.loan_id and l.member_id = new.member_id) then
    raise exception 'a transfer repays a loan of its own member only'
      using errcode = 'check_violation', constraint = 'member_transfer_own_loan';
  end if;
  if not exists (select from journal_entry e join journal_line l on l.entry_id = e.id
        join ledger_account a on a.id = l.account_id
      where e.id = new.entry_id and a.code = 'withdrawable-deposits'
        and a.member_id = new.member_id and a.reference = new.account_no
        and l.amount_cents = new.amount_cents
        and e.kind = case new.destination when 'deposits' then 'withdrawable-to-deposits'
          when 'share-capital' then 'withdrawable-to-share-capital'
          else 'loan-repaid-from-withdrawable' end) then
    raise exception 'a transfer has an entry of its amount'
      using errcode = 'check_violation', constraint = 'member_transfer_entry';
  end if;
  return new;
end
$$;

-- Every transfer of an order is the run of a month.
create function standing_transfer_has_run() returns trigger language plpgsql as $$
begin
  if not exists (select from standing_transfer_run r where r.transfer_id = new.id) then
    raise exception 'transfer % is of no month', new.id
      using errcode = 'check_violation', constraint = 'standing_transfer_once';
  end if;
  return null;
end
$$;
create constraint trigger member_transfer_of_month after insert on member_transfer
  deferrable initially deferred for each row when (new.standing_id is not null)
  execute function standing_transfer_has_run();

insert into job (name) values ('standing-transfers');
