-- Why: only a withdrawal could be asked for at the bank. Members choose where loans, dividends and
-- refunds are paid: to their phone, or to their bank account by the file for the bank.

create table payout_choice (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  way text not null check (way in ('phone', 'bank')),
  chosen_by text not null check (chosen_by <> ''),
  chosen_at timestamptz not null default akiba_now(),
  in_force_from timestamptz not null,
  -- A thief of the phone would choose the phone; the member may call by then.
  constraint payout_choice_waits check (way = 'bank'
    or in_force_from >= chosen_at + interval '72 hours')
);
create index payout_choice_of_member on payout_choice (member_id, id);

grant select, insert on payout_choice to akiba_app;

create trigger payout_choice_stays before update or delete or truncate on payout_choice
  execute function forbid_change();

-- Only an active member chooses, for themselves, not within a day of a password reset, and the bank
-- only with an account of their own in force.
create function payout_choice_is_of_its_member() returns trigger language plpgsql as $$
declare
  owner text;
  standing text;
begin
  select 'member:' || member_no, membership into owner, standing
    from member where id = new.member_id for no key update;
  new.chosen_at := akiba_now();
  if new.chosen_by <> owner or standing <> 'active'
      or coalesce(payouts_held_until(substr(owner, 8)) > akiba_now(), false) then
    raise exception 'where money goes is chosen by its member'
      using errcode = 'check_violation', constraint = 'payout_choice_own';
  end if;
  if new.way = 'bank' and not exists (select from member_bank_details d
      where d.member_id = new.member_id and d.state = 'approved') then
    raise exception 'a member without a bank account cannot choose it'
      using errcode = 'check_violation', constraint = 'payout_choice_account';
  end if;
  return new;
end
$$;
create trigger payout_choice_own before insert on payout_choice
  for each row execute function payout_choice_is_of_its_member();

-- Whether a member's money goes to their bank account: by the last choice in force, while they have
-- an account. For 72 hours after they stop it, money waits: a thief of the phone would stop it too.
create function paid_at_bank(of_member bigint) returns boolean language sql stable as $$
  select coalesce((select c.way = 'bank' from payout_choice c
      where c.member_id = of_member and c.in_force_from <= akiba_now()
      order by c.id desc limit 1), false)
    and exists (select from member_bank_details d where d.member_id = of_member
      and (d.state = 'approved' or d.state = 'cancelled' and d.approved_at is not null
        and d.cancelled_at > akiba_now() - interval '72 hours'))
$$;

-- A new payout goes where its member chose. A withdrawal names its own channel, and a dividend
-- notes it for each part below: one choice during a payment must not undo everybody's.
create function payout_goes_where_chosen() returns trigger language plpgsql as $$
begin
  if paid_at_bank(new.member_id) then
    raise exception 'member % chose to be paid at the bank', new.member_id
      using errcode = 'check_violation', constraint = 'payout_chosen';
  end if;
  return new;
end
$$;
create trigger payout_chosen_channel before insert on payout for each row
  when (new.source not in ('withdrawal', 'dividend') and new.channel = 'phone')
  execute function payout_goes_where_chosen();

-- Nor does one that failed go to the phone again.
create trigger payout_chosen_again before update of state on payout for each row
  when (new.source <> 'withdrawal' and new.channel = 'phone' and old.state = 'failed'
    and new.state = 'waiting')
  execute function payout_goes_where_chosen();

-- Nobody pays it by cheque or in cash while the choice is in force, also after it failed.
create trigger payout_chosen_way before update of claimed_way on payout for each row
  when (new.source <> 'withdrawal' and new.channel = 'office'
    and new.state in ('waiting', 'failed')
    and new.claimed_way in ('cheque', 'cash') and new.claimed_way <> old.claimed_way)
  execute function payout_goes_where_chosen();

-- Whether a part for a member's phone goes to their bank account instead, as they chose by then.
alter table dividend_leg
  add column by_bank boolean not null default false,
  add constraint dividend_leg_by_bank check (not by_bank or mode = 'mobile' and mobile_number = '');
