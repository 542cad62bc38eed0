-- Why: one person of the office could record any sum as received, and so pay off a loan with money
-- that never came. What one person records alone is limited for each entry and for each day. More
-- than that waits for a second person, and so does an overpayment that would release guarantors.

-- Settings of the society, with upper bounds, so that no setting takes the second person away.
create table one_person_limit (
  id smallint primary key default 1 check (id = 1),
  opening_savings_cents bigint not null default 1000000
    check (opening_savings_cents between 0 and 10000000),
  repayment_cents bigint not null default 2000000 check (repayment_cents between 0 and 10000000),
  -- How much more than is owed.
  over_cents bigint not null default 100000 check (over_cents between 0 and 1000000),
  -- All that one person records alone in a day.
  day_cents bigint not null default 5000000 check (day_cents between 0 and 50000000)
);

insert into one_person_limit default values;

alter table setting_change drop constraint setting_change_section_check;
alter table setting_change add constraint setting_change_section_check
  check (section ~ '^[a-z]+(-[a-z]+)*$');

-- What one person recorded alone for each loan or member on a day.
create table recorded_alone (
  person text not null check (person <> ''),
  day date not null,
  -- As the audit log names it: 'loan:IL1987'.
  subject text not null check (subject <> ''),
  amount_cents bigint not null check (amount_cents > 0),
  primary key (person, day, subject)
);

grant select, update on one_person_limit to akiba_app;
grant select, insert, update on recorded_alone to akiba_app;

-- A receipt that waits for a second person is not taken again.
create unique index approval_receipt_waiting on approval ((payload ->> 'receipt'))
  where kind = 'loan-repayment' and state = 'waiting';

alter table loan_step
  -- How much more than was owed a repayment brought.
  add column over_cents bigint not null default 0 check (over_cents >= 0),
  -- The second person of a repayment that took two.
  add column confirmed_by text,
  add constraint loan_step_confirmed check (confirmed_by is null or step = 'repaid'),
  add constraint loan_step_confirmation_people check (confirmed_by <> taken_by);

-- Whether a loan is an actor's own, or one that they guarantee, under whichever of their names. A
-- guarantee counts also in the moment in which the loan's settlement has released it.
create function akiba_loan_concerns(loan bigint, actor text) returns boolean
  language sql stable as $$
  select exists (
    select from member m where 'member:' || m.member_no = akiba_person(actor) and (
      exists (select from loan l where l.id = loan and l.member_id = m.id)
      or exists (select from guarantee g where g.loan_id = loan and g.guarantor_id = m.id
        and (g.state in ('asked', 'accepted') or g.settled_at is not null))))
$$;

-- Whoever amended a loan does not approve it. Nobody takes a part in a receipt that repays a loan
-- of their own or one that they guarantee. More than is owed is at most one instalment, and a loan
-- with guarantors is paid off by it only once a second person has confirmed it.
create function loan_step_by_the_right_people() returns trigger language plpgsql as $$
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
    raise exception 'a receipt is confirmed by a second person'
      using errcode = 'check_violation', constraint = 'loan_step_confirmation_people';
  end if;
  if akiba_loan_concerns(new.loan_id, new.taken_by)
      or akiba_loan_concerns(new.loan_id, new.confirmed_by) then
    raise exception 'nobody records a receipt for a loan that concerns them'
      using errcode = 'check_violation', constraint = 'loan_step_own_hands';
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

-- The steps of a whole check-off file, which has rules of its own, pass by.
create trigger loan_step_people before insert on loan_step for each row
  when (new.step = 'approved' or (new.step = 'repaid' and new.receipt_no <> ''))
  execute function loan_step_by_the_right_people();
