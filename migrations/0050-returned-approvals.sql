-- Why: an approved loan had no way back. Two people can return an approval to the queue or decline
-- the loan, and two people can reverse a disbursement while its money is still with the society.
-- A loan can then be approved and paid out again, so these steps are counted in rounds.

alter table loan_step
  drop constraint loan_step_step_check,
  drop constraint loan_step_reason,
  drop constraint loan_step_confirmed,
  drop constraint loan_step_approved,
  drop constraint loan_step_loan_id_approver_key,
  add constraint loan_step_step_check check (step in ('applied', 'amended', 'approved', 'declined',
    'withdrawn', 'returned', 'disbursed', 'recalled', 'repaid', 'reversed', 'settled')),
  -- The member sees why an application was declined; the other reasons are for the office.
  add constraint loan_step_reason check (
    (step in ('declined', 'returned', 'recalled', 'reversed')) = (reason <> '')),
  -- The second person of a repayment, a returned approval or a recalled disbursement.
  add constraint loan_step_confirmed check (
    confirmed_by is null or step in ('repaid', 'declined', 'returned', 'recalled')),
  add constraint loan_step_taken_back_by_two check (
    step not in ('returned', 'recalled') or confirmed_by is not null),
  -- How often the approval was returned, and the disbursement recalled, before this step.
  add column approval_round smallint not null default 0,
  add column payout_round smallint not null default 0,
  add constraint loan_step_approver unique (loan_id, approval_round, approver),
  -- A disbursement names the approver of the approval in force, who is somebody else.
  add constraint loan_step_approved foreign key (loan_id, approval_round, approved_by)
    references loan_step (loan_id, approval_round, approver);

drop index loan_step_once;
create unique index loan_step_once on loan_step (loan_id, step, approval_round, payout_round)
  where step in ('applied', 'approved', 'declined', 'withdrawn', 'returned', 'disbursed',
    'recalled');

create function loan_step_counts_rounds() returns trigger language plpgsql as $$
begin
  select count(*) filter (where step = 'returned'), count(*) filter (where step = 'recalled')
    into new.approval_round, new.payout_round from loan_step where loan_id = new.loan_id;
  return new;
end
$$;

create trigger loan_step_rounds before insert on loan_step for each row
  when (new.step in ('approved', 'returned', 'disbursed', 'recalled'))
  execute function loan_step_counts_rounds();

create or replace function loan_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('applied', 'approved'), ('applied', 'declined'), ('applied', 'withdrawn'),
    ('approved', 'applied'), ('approved', 'declined'), ('approved', 'disbursed'),
    ('disbursed', 'approved'), ('disbursed', 'settled'), ('settled', 'disbursed')
  ) then
    raise exception 'loan % cannot go from % to %', old.loan_no, old.state, new.state
      using errcode = 'check_violation', constraint = 'loan_life';
  end if;
  return new;
end
$$;

-- Besides the rules on receipts and amendments: an approved loan is declined by two people, and
-- nobody takes a part in returning or recalling a loan that concerns them.
create or replace function loan_step_by_the_right_people() returns trigger language plpgsql as $$
begin
  if new.step = 'approved' then
    if exists (select from loan_step s where s.loan_id = new.loan_id and s.step = 'amended'
        and akiba_person(s.taken_by) = akiba_person(new.taken_by)) then
      raise exception 'whoever amended a loan does not approve it'
        using errcode = 'check_violation', constraint = 'loan_step_amender';
    end if;
    return new;
  end if;
  if akiba_person(new.confirmed_by) = akiba_person(new.taken_by) then
    raise exception 'a step of two people is confirmed by a second person'
      using errcode = 'check_violation', constraint = 'loan_step_confirmation_people';
  end if;
  if akiba_loan_concerns(new.loan_id, new.taken_by)
      or akiba_loan_concerns(new.loan_id, new.confirmed_by) then
    raise exception 'nobody takes a part in a loan that concerns them'
      using errcode = 'check_violation', constraint = 'loan_step_own_hands';
  end if;
  if new.step = 'declined' and new.confirmed_by is null and (
      select s.step from loan_step s where s.loan_id = new.loan_id
        and s.step in ('approved', 'returned') order by s.id desc limit 1) = 'approved' then
    raise exception 'an approved loan is declined by two people'
      using errcode = 'check_violation', constraint = 'loan_step_taken_back_by_two';
  end if;
  if new.over_cents > (select monthly_deduction_cents from loan where id = new.loan_id) then
    raise exception 'more than one instalment above what is owed'
      using errcode = 'check_violation', constraint = 'loan_step_over';
  end if;
  if new.over_cents > 0 and new.confirmed_by is null and exists (select from guarantee g
      where g.loan_id = new.loan_id and (g.state = 'accepted' or g.settled_at is not null)) then
    raise exception 'an overpayment that releases guarantors takes two people'
      using errcode = 'check_violation', constraint = 'loan_step_over_confirmed';
  end if;
  return new;
end
$$;

drop trigger loan_step_people on loan_step;
-- The steps of a whole check-off file, which has rules of its own, pass by.
create trigger loan_step_people before insert on loan_step for each row
  when (new.step in ('approved', 'declined', 'returned', 'recalled')
    or (new.step = 'repaid' and new.receipt_no <> ''))
  execute function loan_step_by_the_right_people();

-- A recalled disbursement leaves no schedule. Only a loan of which everything is reversed in the
-- books is recalled, so that no repayment is lost.
create function loan_leaves_its_schedule() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from ledger_account a where a.code = 'loan-receivable'
      and a.member_id = new.member_id and a.reference = new.loan_no and a.balance_cents <> 0) then
    raise exception 'loan % is not reversed in the books', new.loan_no
      using errcode = 'check_violation', constraint = 'loan_recalled_whole';
  end if;
  delete from loan_instalment where loan_id = new.id;
  return null;
end
$$;

create trigger loan_schedule after update of state on loan for each row
  when (old.state = 'disbursed' and new.state = 'approved')
  execute function loan_leaves_its_schedule();

-- A loan goes back only with the step of two people that says so.
create function loan_goes_back_by_two() returns trigger language plpgsql as $$
begin
  if not exists (
    select from loan_step s where s.loan_id = new.id and s.confirmed_by is not null
      and s.step = case new.state when 'applied' then 'returned' when 'declined' then 'declined'
        else 'recalled' end
      and not exists (select from loan_step n where n.loan_id = new.id and n.id > s.id
        and n.step in ('approved', 'disbursed'))
  ) then
    raise exception 'loan % went from % to % without two people', new.loan_no, old.state, new.state
      using errcode = 'check_violation', constraint = 'loan_life';
  end if;
  return null;
end
$$;

create constraint trigger loan_taken_back after update of state on loan
  deferrable initially deferred for each row
  when (old.state = 'approved' and new.state in ('applied', 'declined')
    or old.state = 'disbursed' and new.state = 'approved')
  execute function loan_goes_back_by_two();
