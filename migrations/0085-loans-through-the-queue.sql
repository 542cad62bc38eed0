-- Why: a disbursed loan credited payout clearing, and nothing sent the money. A payout now has a
-- source: a dividend's part, a loan, what was overpaid on one, or the refund of a member who left.
-- One queue sends them. The office pays by bank, by cheque or in cash, as two people, where M-Pesa
-- cannot pay.

alter table payout
  alter column dividend_id drop not null,
  alter column leg_no drop not null,
  add column source text not null default 'dividend'
    check (source in ('dividend', 'loan', 'overpayment', 'exit')),
  add column loan_id bigint references loan,
  add column exit_id bigint references member_exit,
  -- `phone` leaves by M-Pesa; `office` is paid by people.
  add column channel text not null default 'phone' check (channel in ('phone', 'office')),
  -- How the office paid it; empty until then, and for what went to a phone.
  add column way text not null default '' check (way in ('', 'bank', 'cheque', 'cash')),
  add column claimed_way text not null default ''
    check (claimed_way in ('', 'bank', 'cheque', 'cash')),
  -- Where its story begins; for a dividend, the person and time of its payment.
  add column queued_by text not null default '',
  add column queued_at timestamptz not null default akiba_now(),
  drop constraint payout_amount_cents_check,
  drop constraint payout_mobile_number_check,
  drop constraint payout_was_attempted,
  add constraint payout_of_one_source check (
    (source = 'dividend') = (dividend_id is not null and leg_no is not null)
    and (source in ('loan', 'overpayment')) = (loan_id is not null)
    and (source = 'exit') = (exit_id is not null)),
  add constraint payout_amount check (amount_cents > 0 and (channel = 'office'
    -- The provider pays whole shillings, and at most so much at once.
    or amount_cents between 100 and 25000000 and amount_cents % 100 = 0)),
  add constraint payout_mobile_number check (
    (channel = 'office') = (mobile_number = '')
    and (mobile_number = '' or mobile_number ~ '^\+254[71][0-9]{8}$')),
  add constraint payout_was_attempted check (channel = 'office'
    or state in ('waiting', 'failed', 'shares', 'account', 'cash') or attempt_id is not null),
  add constraint payout_office_way check (
    (channel = 'office' and state = 'paid') = (way <> '')
    and (claimed_way = '' or claimed_receipt <> '' and channel = 'office'));

-- A loan is paid out by one payout at a time.
create unique index payout_of_loan on payout (loan_id)
  where source = 'loan' and state <> 'failed';
create index payouts_of_loan on payout (loan_id, id) where loan_id is not null;
create unique index payout_of_exit on payout (exit_id) where state <> 'failed';
-- A payment that replaces a failed one of the same posting.
create index payout_of_entry on payout (entry_id, id);

alter table payout drop column tab;
alter table payout add column tab text generated always as (
  case
    when state = 'unknown' or (state = 'failed' and source = 'dividend')
      or (claimed_receipt <> '' and state <> 'paid')
      or problem in ('second-receipt', 'paid-after-shares', 'paid-after-change', 'amount-differs',
        'receipt-used', 'no-receipt') then 'exceptions'
    when state = 'sending' then 'sent'
    when state in ('shares', 'account', 'cash') then 'elsewhere'
    when state = 'failed' then 'returned'
    when state = 'waiting' and channel = 'office' then 'office'
    else state
  end) stored;
create index payout_tab on payout (tab, id) include (amount_cents);
create index payout_tab_of_dividend on payout (dividend_id, tab, id) include (amount_cents);

create or replace function payout_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'sending'), ('waiting', 'sent'), ('waiting', 'failed'), ('waiting', 'paid'),
    ('sending', 'waiting'), ('sending', 'sent'), ('sending', 'unknown'), ('sending', 'failed'),
    ('sending', 'paid'), ('sent', 'unknown'), ('sent', 'failed'), ('sent', 'paid'),
    ('unknown', 'failed'), ('unknown', 'paid'), ('failed', 'waiting'), ('failed', 'paid'),
    ('failed', 'shares'), ('failed', 'account'), ('failed', 'cash')
  ) or (new.source, new.dividend_id, new.member_id, new.leg_no, new.loan_id, new.exit_id,
      new.reference, new.amount_cents, new.channel)
    is distinct from
    (old.source, old.dividend_id, old.member_id, old.leg_no, old.loan_id, old.exit_id,
      old.reference, old.amount_cents, old.channel) then
    raise exception 'payout % cannot go from % to % or be made another',
      old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'payout_life';
  end if;
  -- A loan whose payment failed goes back to the loan desk, and a refund to the loan it overpaid.
  if new.source <> 'dividend' and new.state in ('shares', 'account', 'cash') then
    raise exception 'payout % is of no dividend and cannot go elsewhere', old.id
      using errcode = 'check_violation', constraint = 'payout_life';
  end if;
  return new;
end
$$;

-- From which day instalments are counted; loans paid out before stay as they are.
alter table loan_policy add column schedule_from text not null default 'arrival'
  check (schedule_from in ('arrival', 'disbursement'));

-- A loan's history says when its money arrived, or that it came back.
alter table loan_step
  add column payout_id bigint references payout,
  drop constraint loan_step_step_check,
  drop constraint loan_step_reason,
  add constraint loan_step_step_check check (step in ('applied', 'amended', 'approved', 'declined',
    'withdrawn', 'returned', 'disbursed', 'unsent', 'arrived', 'recalled', 'repaid', 'reversed',
    'settled')),
  add constraint loan_step_reason check (
    (step in ('declined', 'returned', 'unsent', 'recalled', 'reversed')) = (reason <> '')),
  add constraint loan_step_of_payout check (
    (step in ('unsent', 'arrived')) = (payout_id is not null));

-- A payout that failed ends a round of paying out, as a recalled disbursement does.
create or replace function loan_step_counts_rounds() returns trigger language plpgsql as $$
begin
  select count(*) filter (where step = 'returned'),
      count(*) filter (where step in ('recalled', 'unsent'))
    into new.approval_round, new.payout_round from loan_step where loan_id = new.loan_id;
  return new;
end
$$;

create or replace function loan_goes_back_by_two() returns trigger language plpgsql as $$
begin
  if not exists (
    select from loan_step s where s.loan_id = new.id
      and (s.confirmed_by is not null
        and s.step = case new.state when 'applied' then 'returned' when 'declined' then 'declined'
          else 'recalled' end
        or new.state = 'approved' and s.step = 'unsent' and exists (select from payout p
          where p.id = s.payout_id and p.loan_id = new.id and p.state = 'failed'))
      and not exists (select from loan_step n where n.loan_id = new.id and n.id > s.id
        and n.step in ('approved', 'disbursed'))
  ) then
    raise exception 'loan % went from % to % without two people', new.loan_no, old.state, new.state
      using errcode = 'check_violation', constraint = 'loan_life';
  end if;
  return null;
end
$$;

-- The person who found that a loan's payout failed does not send the money again, on any channel.
create function payout_of_loan_takes_two() returns trigger language plpgsql as $$
begin
  if exists (select from payout p where p.loan_id = new.loan_id and p.source = 'loan'
      and p.state = 'failed'
      and akiba_person(p.failed_by) = akiba_person(new.queued_by)) then
    raise exception 'the payout of loan % needs another person', new.loan_id
      using errcode = 'check_violation', constraint = 'payout_two_people';
  end if;
  return new;
end
$$;

create trigger payout_of_loan_two_people before insert on payout for each row
  when (new.source = 'loan') execute function payout_of_loan_takes_two();
