-- Why: a loans officer could raise the amount of an application, and the member only heard of it. A
-- change that asks more of the member now waits until the member agrees, signed in or by a code
-- that is sent to their phone. The database holds each rule, whichever command writes.

-- The office asks for a consent code. It is counted apart, so that nothing the office does voids or
-- closes the codes that the member asks for.
alter table otp
  drop constraint otp_owner_has_one,
  drop constraint otp_subject,
  drop constraint otp_purpose_check,
  drop column asked_by;
alter table otp
  add constraint otp_purpose_check
    check (purpose in ('sign-up', 'reset', 'guarantee', 'confirm-mobile', 'amendment')),
  add constraint otp_subject check ((purpose in ('guarantee', 'amendment')) = (subject <> '')),
  add column asked_by text not null generated always as
    (case when purpose in ('sign-up', 'reset') then 'anyone'
      when purpose = 'amendment' then 'office' else 'signed-in' end) stored,
  add constraint otp_owner_has_one check (asked_by = 'anyone' or is_newest);
create unique index otp_open on otp (member_no, asked_by, is_newest)
  where used_at is null and replaced_at is null;
alter table otp_standing
  drop constraint otp_standing_asked_by_check,
  add constraint otp_standing_asked_by_check check (asked_by in ('anyone', 'signed-in', 'office'));

create table loan_amendment (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan,
  principal_cents bigint not null check (principal_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  total_cents bigint not null check (total_cents = principal_cents + fee_cents),
  monthly_deduction_cents bigint not null check (monthly_deduction_cents > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'agreed', 'declined', 'withdrawn', 'expired', 'void')),
  proposed_by text not null check (proposed_by <> ''),
  proposed_at timestamptz not null default akiba_now(),
  expires_at timestamptz not null check (expires_at > proposed_at),
  -- The member who agreed or declined, or the person of the office who withdrew it.
  answered_by text,
  answered_at timestamptz,
  -- The person of the office who entered the member's code; null where the member was signed in.
  entered_by text,
  constraint loan_amendment_answered check (
    (state in ('agreed', 'declined', 'withdrawn')) = (answered_by is not null)
    and (answered_by is null) = (answered_at is null)
    and (entered_by is null or state = 'agreed')),
  constraint loan_amendment_two_people check (state <> 'agreed' or proposed_by <> answered_by)
);

-- One change of a loan waits at a time.
create unique index loan_amendment_waiting on loan_amendment (loan_id) where state = 'waiting';
create index loan_amendment_of_loan on loan_amendment (loan_id);

grant select, insert, update on loan_amendment to akiba_app;

create trigger loan_amendment_persons before insert or update on loan_amendment for each row
  when (new.state = 'agreed' and new.proposed_by is not null and new.answered_by is not null)
  execute function akiba_two_people('proposed_by', 'answered_by', 'loan_amendment_two_people');

create function loan_amendment_concerns_another() returns trigger language plpgsql as $$
begin
  if akiba_loan_concerns(new.loan_id, new.proposed_by) then
    raise exception 'nobody proposes a change of a loan that concerns them'
      using errcode = 'check_violation', constraint = 'loan_amendment_own_hands';
  end if;
  return new;
end
$$;

create trigger loan_amendment_own_hands before insert on loan_amendment for each row
  execute function loan_amendment_concerns_another();

-- A proposal is answered once, in time, by the borrower, with the figures that were proposed. Where
-- the office entered the consent, a code of this proposal was used in the same transaction.
create function loan_amendment_is_answered() returns trigger language plpgsql as $$
declare
  borrower text;
begin
  if old.state <> 'waiting' or (new.loan_id, new.principal_cents, new.fee_cents, new.total_cents,
        new.monthly_deduction_cents, new.proposed_by, new.proposed_at, new.expires_at)
      is distinct from (old.loan_id, old.principal_cents, old.fee_cents, old.total_cents,
        old.monthly_deduction_cents, old.proposed_by, old.proposed_at, old.expires_at) then
    raise exception 'a proposed change is answered once and stays as it was proposed'
      using errcode = 'check_violation', constraint = 'loan_amendment_once';
  end if;
  if new.state not in ('agreed', 'declined') then
    return new;
  end if;
  select m.member_no into borrower from loan l join member m on m.id = l.member_id
    where l.id = new.loan_id;
  if new.answered_by is distinct from 'member:' || borrower or new.expires_at <= akiba_now() then
    raise exception 'only the borrower agrees to a change of a loan, before it expires'
      using errcode = 'check_violation', constraint = 'loan_amendment_by_borrower';
  end if;
  if new.entered_by is not null and not exists (select from otp o
      where o.member_no = borrower and o.purpose = 'amendment'
        and o.subject = 'amendment:' || new.id and o.used_at = akiba_now()) then
    raise exception 'consent that the office enters takes a code of this change'
      using errcode = 'check_violation', constraint = 'loan_amendment_by_code';
  end if;
  return new;
end
$$;

create trigger loan_amendment_answer before update on loan_amendment for each row
  execute function loan_amendment_is_answered();

-- An application asks more of its member only by a change the member agreed to in this transaction.
create function loan_grows_by_consent() returns trigger language plpgsql as $$
begin
  if not exists (select from loan_amendment a
      where a.loan_id = new.id and a.state = 'agreed' and a.answered_at = akiba_now()
        and a.principal_cents = new.principal_cents and a.total_cents = new.total_cents
        and a.monthly_deduction_cents = new.monthly_deduction_cents)
      or new.term_months > old.term_months then
    raise exception 'loan % grows only with the consent of its member', new.loan_no
      using errcode = 'check_violation', constraint = 'loan_grows_by_consent';
  end if;
  return new;
end
$$;

create trigger loan_consent before update of principal_cents, total_cents, monthly_deduction_cents,
    term_months on loan for each row
  when (old.policy_id is not null and old.state in ('applied', 'approved')
    and (new.principal_cents > old.principal_cents or new.total_cents > old.total_cents
      or new.monthly_deduction_cents > old.monthly_deduction_cents
      or new.term_months > old.term_months))
  execute function loan_grows_by_consent();

-- Any other change of the loan voids a proposal that waits; an approval is rejected meanwhile.
create function loan_amendment_follows_loan() returns trigger language plpgsql as $$
begin
  if new.state = 'approved' and old.state = 'applied' and exists (select from loan_amendment a
      where a.loan_id = new.id and a.state = 'waiting' and a.expires_at > akiba_now()) then
    raise exception 'a change of loan % waits for its member', new.loan_no
      using errcode = 'check_violation', constraint = 'loan_amendment_waits';
  end if;
  update loan_amendment set state = 'void' where loan_id = new.id and state = 'waiting';
  return null;
end
$$;

create trigger loan_amendment_void after update on loan for each row
  when (old.* is distinct from new.*)
  execute function loan_amendment_follows_loan();

-- A code sent to the number before must not agree to anything, and who has left owes nothing new.
create function loan_amendment_follows_member() returns trigger language plpgsql as $$
begin
  update loan_amendment a set state = 'void' from loan l
    where l.id = a.loan_id and l.member_id = new.id and a.state = 'waiting';
  return null;
end
$$;

create trigger loan_amendment_of_member after update of mobile_number, membership on member
  for each row when (old.mobile_number is distinct from new.mobile_number
    or old.membership is distinct from new.membership)
  execute function loan_amendment_follows_member();
