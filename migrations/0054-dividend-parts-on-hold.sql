-- Why: a part of a dividend that could not go where it was meant to became share capital, which
-- nobody can take back. It now waits on the member's dividend account with its reason, until the
-- reason is gone, the member chooses again, or two people of the office send it elsewhere.

-- Where such a part goes: it is held, unless the declaration names another place.
alter table dividend add column otherwise text not null default 'hold'
  check (otherwise in ('hold', 'share-capital', 'deposits'));

create or replace function dividend_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('prepared', 'approved'), ('prepared', 'withdrawn'), ('approved', 'withdrawn'),
    ('approved', 'posted'), ('posted', 'locked'), ('locked', 'paid')
  ) or (new.year, new.share_rate_bp, new.deposit_rate_bp, new.weights, new.books_closed_on,
      new.holds_arrears, new.default_mode, new.otherwise, new.mobile_maximum_cents, new.prepared_by)
    is distinct from (old.year, old.share_rate_bp, old.deposit_rate_bp, old.weights,
      old.books_closed_on, old.holds_arrears, old.default_mode, old.otherwise,
      old.mobile_maximum_cents, old.prepared_by) then
    raise exception 'dividend % cannot go from % to % or be declared again',
      old.year, old.state, new.state
      using errcode = 'check_violation', constraint = 'dividend_life';
  end if;
  return new;
end
$$;

-- Why a part cannot go yet; null for one that goes or has gone. A part is posted once.
alter table dividend_leg add column hold_reason text check (hold_reason in
  ('mobile-missing', 'mobile-unconfirmed', 'loan-paid', 'member-left'));
alter table dividend_leg add column posted_at timestamptz;
alter table dividend_leg add constraint dividend_leg_held_is_not_posted
  check (hold_reason is null or posted_at is null);
alter table dividend_leg add column voucher_no text not null default '';
create unique index dividend_leg_voucher on dividend_leg (voucher_no) where voucher_no <> '';
alter table dividend_leg drop constraint dividend_leg_mode_check;
alter table dividend_leg add constraint dividend_leg_mode_check check (
  mode in ('share-capital', 'mobile', 'loan', 'hospital-bill', 'deposits', 'cash'));
update dividend_leg g set posted_at = d.paid_at from dividend d
  where d.id = g.dividend_id and d.state = 'paid';
create index dividend_leg_on_hold on dividend_leg (member_id, dividend_id)
  where hold_reason is not null;
create index dividend_leg_unposted on dividend_leg (dividend_id, member_id)
  where posted_at is null;

-- What is posted stays posted: a part never goes back to the queue, so that it cannot go twice.
create function dividend_leg_is_posted_once() returns trigger language plpgsql as $$
begin
  if new.posted_at is distinct from old.posted_at or new.hold_reason is not null then
    raise exception 'part % of member % is posted already', old.leg_no, old.member_id
      using errcode = 'check_violation', constraint = 'dividend_leg_posted_once';
  end if;
  return new;
end
$$;
create trigger dividend_leg_posted_once before update on dividend_leg for each row
  when (old.posted_at is not null) execute function dividend_leg_is_posted_once();

-- Parts of other dividends that are on hold are on the same account and are not there for this one.
drop function dividend_is_there(bigint, bigint);
create function dividend_is_there(member bigint, gross bigint, of_dividend bigint) returns boolean
  language sql stable as $$
  select exists (
    select from ledger_account
    where code = 'dividend-payable' and member_id = member and reference = ''
      and -balance_cents >= gross + coalesce((
        select sum(g.amount_cents) from dividend_leg g join dividend d on d.id = g.dividend_id
        where g.member_id = member and g.hold_reason is not null and d.state = 'paid'
          and d.id <> of_dividend), 0)
  )
$$;
