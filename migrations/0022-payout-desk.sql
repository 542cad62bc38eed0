-- Why: the office sees where every payout is and how it came there, marks one as paid by its
-- receipt as two people, and may give what failed to a withdrawable account or in cash.

alter table payout
  -- Who moved it last; its story names them.
  add column changed_by text not null default '',
  -- A receipt that one person says it was paid by, until another agrees.
  add column claimed_receipt text not null default '',
  add column claimed_by text,
  add column confirmed_by text,
  add constraint payout_claim check ((claimed_receipt = '') = (claimed_by is null)),
  add constraint payout_claim_two_people check (confirmed_by <> claimed_by),
  drop constraint payout_state_check,
  drop constraint payout_check1,
  drop constraint payout_check3,
  add constraint payout_state_check check (state in (
    'waiting', 'sending', 'sent', 'unknown', 'paid', 'failed', 'shares', 'account', 'cash')),
  add constraint payout_was_attempted check (
    state in ('waiting', 'failed', 'shares', 'account', 'cash') or attempt_id is not null),
  add constraint payout_resolved check (
    state not in ('shares', 'account', 'cash') or resolved_by is not null),
  -- Which pile of the desk it lies on; each lies on one.
  add column pile text generated always as (
    case
      when state in ('failed', 'unknown') or (claimed_receipt <> '' and state <> 'paid')
        or problem in ('second-receipt', 'paid-after-shares', 'amount-differs', 'receipt-used',
          'no-receipt') then 'exceptions'
      when state = 'sending' then 'sent'
      when state in ('shares', 'account', 'cash') then 'elsewhere'
      else state
    end) stored;

drop index payout_pile;
create index payout_pile on payout (pile, id) include (amount_cents);
create index payout_pile_of_dividend on payout (dividend_id, pile, id) include (amount_cents);
-- Those without a result for a day are looked for every two seconds, among 100,000 that were sent.
create index payout_unanswered on payout (changed_at) where state = 'sent';

create or replace function payout_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'sending'), ('waiting', 'sent'), ('waiting', 'failed'), ('waiting', 'paid'),
    ('sending', 'waiting'), ('sending', 'sent'), ('sending', 'unknown'), ('sending', 'failed'),
    ('sending', 'paid'), ('sent', 'unknown'), ('sent', 'failed'), ('sent', 'paid'),
    ('unknown', 'failed'), ('unknown', 'paid'), ('failed', 'waiting'), ('failed', 'paid'),
    ('failed', 'shares'), ('failed', 'account'), ('failed', 'cash')
  ) or (new.dividend_id, new.member_id, new.leg_no, new.reference, new.amount_cents)
    is distinct from
    (old.dividend_id, old.member_id, old.leg_no, old.reference, old.amount_cents) then
    raise exception 'payout % cannot go from % to % or be made another',
      old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'payout_life';
  end if;
  return new;
end
$$;

-- The story of a payout. That it waits from the day its dividend was paid is not written again.
create table payout_step (
  id bigint generated always as identity primary key,
  payout_id bigint not null references payout,
  state text not null,
  problem text not null,
  mobile_number text not null,
  receipt_no text not null,
  taken_by text not null,
  taken_at timestamptz not null default akiba_now()
);

create index payout_step_of_payout on payout_step (payout_id, id);

create trigger payout_step_is_insert_only
  before update or delete or truncate on payout_step execute function forbid_change();

-- Whoever moves a payout, its step is written by the same statement. That it is being sent lasts
-- for seconds, and the same provider being down all day is one step.
create function payout_writes_its_story() returns trigger language plpgsql as $$
begin
  insert into payout_step (payout_id, state, problem, mobile_number, receipt_no, taken_by)
    select now.id, now.state, now.problem, now.mobile_number,
      case when now.receipt_no = '' then now.claimed_receipt else now.receipt_no end,
      now.changed_by
    from after_it now join before_it was using (id)
    where now.state <> 'sending'
      and (now.state, now.problem, now.claimed_receipt)
        is distinct from (was.state, was.problem, was.claimed_receipt)
      and not (was.state = 'sending' and now.state = 'waiting' and now.problem = was.problem)
    order by now.id;
  return null;
end
$$;

create trigger payout_story after update on payout
  referencing old table as before_it new table as after_it
  for each statement execute function payout_writes_its_story();

grant select, insert on payout_step to akiba_app;
