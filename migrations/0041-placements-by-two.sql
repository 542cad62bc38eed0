-- Why: whoever may post a check-off file could place money that nobody owns yet wherever they
-- wanted, alone. One person now proposes where it goes and another approves. A file that is posted
-- credits nobody who decides on it, other than by the employer's own lines.

alter table check_off_release
  -- The first of the two people; released_by is the second. Null only for older placements.
  add column proposed_by text,
  add constraint check_off_release_two_people check (proposed_by <> released_by);

-- Whether money for a member, or for one of their loans, is for an actor or for a loan that the
-- actor guarantees.
create function akiba_is_credited(member bigint, loan bigint, actor text) returns boolean
  language sql stable as $$
  select exists (select from member m
      where m.id = member and 'member:' || m.member_no = akiba_person(actor))
    or (loan is not null and akiba_loan_concerns(loan, actor))
$$;

create function check_off_placed_by_two() returns trigger language plpgsql as $$
begin
  if new.proposed_by is null or akiba_person(new.proposed_by) = akiba_person(new.released_by) then
    raise exception 'money out of suspense is placed by two people'
      using errcode = 'check_violation', constraint = 'check_off_release_two_people';
  end if;
  if akiba_is_credited(new.member_id, new.loan_id, new.proposed_by)
      or akiba_is_credited(new.member_id, new.loan_id, new.released_by) then
    raise exception 'nobody places money for themselves'
      using errcode = 'check_violation', constraint = 'check_off_release_own_hands';
  end if;
  return new;
end
$$;

create trigger check_off_release_people before insert on check_off_release
  for each row execute function check_off_placed_by_two();

-- Whether a line that somebody decided on credits whoever decided it, or whoever posts the file.
create function check_off_credits(batch bigint, poster text) returns boolean
  language sql stable as $$
  select exists (select from check_off_line l join check_off_part p using (batch_id, row_no)
    where l.batch_id = batch and l.state = 'decided' and p.member_id is not null
      and (akiba_is_credited(p.member_id, p.loan_id, l.decided_by)
        or akiba_is_credited(p.member_id, p.loan_id, poster)))
$$;

create function check_off_credits_no_decider() returns trigger language plpgsql as $$
begin
  if exists (select from check_off_line l where l.batch_id = new.id
      and akiba_person(l.decided_by) = akiba_person(new.posted_by)) then
    raise exception 'check-off % is posted by who decided on it', new.id
      using errcode = 'check_violation', constraint = 'check_off_two_people';
  end if;
  if check_off_credits(new.id, new.posted_by) then
    raise exception 'check-off % credits who decides on it', new.id
      using errcode = 'check_violation', constraint = 'check_off_own_hands';
  end if;
  return new;
end
$$;

create trigger check_off_own_hands before update of state on check_off_batch for each row
  when (new.state = 'posted' and old.state = 'prepared')
  execute function check_off_credits_no_decider();

-- Whether a run of the import credits whoever posts it, or a loan that they guarantee.
create function import_credits(run bigint, poster text) returns boolean
  language sql stable as $$
  with own as (
    select m.id from member m where 'member:' || m.member_no = akiba_person(poster)
  ), accounts as (
    select a.id from own join ledger_account a on a.member_id = own.id
    union
    select a.id from own join guarantee g on g.guarantor_id = own.id
      join loan l on l.id = g.loan_id
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
      where g.state = 'accepted' or g.settled_at is not null
  )
  select exists (select from accounts join journal_line j on j.account_id = accounts.id
    join journal_entry e on e.id = j.entry_id
    where j.amount_cents < 0 and e.import_run_id = run)
$$;

create function import_credits_no_poster() returns trigger language plpgsql as $$
begin
  if import_credits(new.run_id, new.posted_by) then
    raise exception 'import % credits who posts it', new.id
      using errcode = 'check_violation', constraint = 'import_own_hands';
  end if;
  return new;
end
$$;

create trigger import_own_hands before update of state on import_batch for each row
  when (new.state = 'posted' and old.state = 'prepared' and new.origin = 'page')
  execute function import_credits_no_poster();
