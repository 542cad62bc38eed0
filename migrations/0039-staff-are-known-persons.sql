-- Why: one person with two logins can approve their own work. The staff list now keeps national
-- IDs, nobody shares a number, an address or an ID with somebody else, and whoever is a member too
-- is linked to that member as soon as the details say so. A role that is new approves no money.

alter table staff
  add column national_id text not null default '',
  -- When the role was given; empty for those who had theirs before this was kept.
  add column role_since timestamptz,
  -- The request by which two people set or removed the link to a member. Empty for a link that was
  -- found by the details, and for no link.
  add column link_approval bigint references approval,
  -- Whether the row shares a number or an address from before that was checked. The nightly check
  -- reports it; the next change of the details ends it.
  add column details_were_shared boolean not null default false;

update staff s set details_were_shared = exists (
  select from staff o where o.id <> s.id
    and (s.mobile_number <> '' and o.mobile_number = s.mobile_number
      or s.email <> '' and lower(o.email) = lower(s.email)));

create unique index staff_mobile_once on staff (mobile_number)
  where mobile_number <> '' and not details_were_shared;
create unique index staff_email_once on staff (lower(email))
  where email <> '' and not details_were_shared;
create unique index staff_identity_once on staff (upper(national_id)) where national_id <> '';

-- Whether the details are those of one person: the same ID, or the same mobile number where one of
-- the two has no ID.
create function akiba_same_person(
  one_id text, one_mobile text, other_id text, other_mobile text
) returns boolean language sql immutable as $$
  select case when one_id <> '' and other_id <> '' then upper(one_id) = upper(other_id)
    else one_mobile <> '' and one_mobile = other_mobile end
$$;

-- Changes of the two registers wait for each other: staff changes for all, member changes only for
-- staff changes. Without this, two at once would not see each other.
create function lock_person_details(as_staff boolean) returns void language plpgsql as $$
begin
  if as_staff then perform pg_advisory_xact_lock(7274491);
  else perform pg_advisory_xact_lock_shared(7274491);
  end if;
end
$$;

-- Only the details that a statement changes are checked, so that old rows can still be corrected.
create function staff_details_are_their_own() returns trigger language plpgsql as $$
declare
  mobile text := case when new.mobile_number is distinct from old.mobile_number
    then new.mobile_number else '' end;
  mail text := case when new.email is distinct from old.email then lower(new.email) else '' end;
  id_no text := case when new.national_id is distinct from old.national_id
    then upper(new.national_id) else '' end;
  found_member bigint;
begin
  if mobile = '' and mail = '' and id_no = '' then return new; end if;
  perform lock_person_details(true);
  if exists (select from staff o where o.id <> new.id and (mobile <> '' and o.mobile_number = mobile
      or mail <> '' and lower(o.email) = mail or id_no <> '' and upper(o.national_id) = id_no)) then
    raise exception 'details of % are those of a colleague', new.staff_no
      using errcode = 'check_violation', constraint = 'details_taken';
  end if;
  if new.member_id is null and new.link_approval is null then
    select min(m.id) into found_member from member m
      where m.membership <> 'left' and akiba_same_person(
        new.national_id, new.mobile_number, m.national_id, m.mobile_number)
      having count(*) = 1;
    if not exists (select from staff o where o.id <> new.id and o.member_id = found_member) then
      new.member_id := found_member;
    end if;
  end if;
  if exists (select from member m where m.id is distinct from new.member_id
      and m.membership <> 'left' and (mobile <> '' and m.mobile_number = mobile
      or mail <> '' and lower(m.email) = mail or id_no <> '' and upper(m.national_id) = id_no)) then
    raise exception 'details of % are those of another member', new.staff_no
      using errcode = 'check_violation', constraint = 'details_taken';
  end if;
  new.details_were_shared := new.details_were_shared and tg_op = 'UPDATE'
    and mobile = '' and mail = '';
  return new;
end
$$;

create trigger staff_details before insert or update of mobile_number, email, national_id on staff
  for each row execute function staff_details_are_their_own();

-- Decides on pairs of staff and member whose details are alike: links them where they are one
-- person beyond doubt, leaves them to the nightly check where several members would fit, and
-- rejects the change otherwise.
create function settle_member_details(staff_ids bigint[], member_ids bigint[])
  returns void language plpgsql as $$
declare
  s staff;
  m member;
begin
  for at in 1 .. coalesce(cardinality(staff_ids), 0) loop
    select * into s from staff where id = staff_ids[at];
    select * into m from member where id = member_ids[at];
    continue when s.member_id = m.id or m.membership = 'left';
    if s.member_id is not null or s.link_approval is not null or not akiba_same_person(
        s.national_id, s.mobile_number, m.national_id, m.mobile_number) then
      raise exception 'details of member % are those of %', m.member_no, s.staff_no
        using errcode = 'check_violation', constraint = 'details_taken';
    end if;
    if not exists (select from staff o where o.member_id = m.id) and not exists (
        select from member o where o.id <> m.id and o.membership <> 'left' and akiba_same_person(
          s.national_id, s.mobile_number, o.national_id, o.mobile_number)) then
      update staff set member_id = m.id where id = s.id;
    end if;
  end loop;
end
$$;

create function new_member_details_are_their_own() returns trigger language plpgsql as $$
declare
  staff_ids bigint[];
  member_ids bigint[];
begin
  perform lock_person_details(false);
  select array_agg(staff_id order by staff_id, member_id),
      array_agg(member_id order by staff_id, member_id) into staff_ids, member_ids
    from (
      select s.id as staff_id, n.id as member_id from written n join staff s
        on s.mobile_number = n.mobile_number where n.mobile_number <> ''
      union select s.id, n.id from written n join staff s
        on lower(s.email) = lower(n.email) where n.email <> ''
      union select s.id, n.id from written n join staff s
        on upper(s.national_id) = upper(n.national_id) where n.national_id <> ''
    ) alike;
  perform settle_member_details(staff_ids, member_ids);
  return null;
end
$$;

create trigger member_details_written after insert on member
  referencing new table as written
  for each statement execute function new_member_details_are_their_own();

create function changed_member_details_are_their_own() returns trigger language plpgsql as $$
declare
  staff_ids bigint[];
  member_ids bigint[];
begin
  if not exists (select from written n join before o on o.id = n.id
      where (n.mobile_number, lower(n.email), upper(n.national_id))
        is distinct from (o.mobile_number, lower(o.email), upper(o.national_id))) then
    return null;
  end if;
  perform lock_person_details(false);
  select array_agg(staff_id order by staff_id, member_id),
      array_agg(member_id order by staff_id, member_id) into staff_ids, member_ids
    from (
      select s.id as staff_id, n.id as member_id from written n join before o on o.id = n.id
        join staff s on s.mobile_number = n.mobile_number
        where n.mobile_number <> '' and n.mobile_number <> o.mobile_number
      union select s.id, n.id from written n join before o on o.id = n.id
        join staff s on lower(s.email) = lower(n.email)
        where n.email <> '' and lower(n.email) <> lower(o.email)
      union select s.id, n.id from written n join before o on o.id = n.id
        join staff s on upper(s.national_id) = upper(n.national_id)
        where n.national_id <> '' and upper(n.national_id) <> upper(o.national_id)
    ) alike;
  perform settle_member_details(staff_ids, member_ids);
  return null;
end
$$;

create trigger member_details_changed after update on member
  referencing old table as before new table as written
  for each statement execute function changed_member_details_are_their_own();

-- Staff who were never linked and share their mobile number with exactly one member are that
-- member, by the rule above.
update staff s set member_id = m.id from member m
  where s.member_id is null and s.mobile_number <> '' and m.mobile_number = s.mobile_number
    and m.membership <> 'left'
    and not exists (select from staff o where o.member_id = m.id
      or o.id <> s.id and o.mobile_number = s.mobile_number)
    and not exists (select from member o where o.id <> m.id and o.membership <> 'left'
      and o.mobile_number = s.mobile_number);

-- A rule on two people compared login numbers. Somebody who is a member and works here has
-- two, so each of these rules now compares the persons behind the names as well.

-- Rejects a row whose two actors are one person. Arguments: the two columns and the constraint.
create function akiba_two_people() returns trigger language plpgsql as $$
declare
  one text := to_jsonb(new) ->> tg_argv[0];
  other text := to_jsonb(new) ->> tg_argv[1];
begin
  if akiba_person(one) = akiba_person(other) then
    raise exception '% and % are one person, against "%"', one, other, tg_argv[2]
      using errcode = 'check_violation', constraint = tg_argv[2];
  end if;
  return new;
end
$$;

create trigger loan_step_persons before insert or update on loan_step for each row
  when (new.approved_by is not null and new.taken_by is not null)
  execute function akiba_two_people('approved_by', 'taken_by', 'loan_step_two_people');

create trigger loan_step_reversal_persons before insert or update on loan_step for each row
  when (new.recorded_by is not null and new.taken_by is not null)
  execute function akiba_two_people('recorded_by', 'taken_by', 'loan_step_reversal_people');

create trigger check_off_persons before insert or update on check_off_batch for each row
  when (new.prepared_by is not null and new.posted_by is not null)
  execute function akiba_two_people('prepared_by', 'posted_by', 'check_off_two_people');

create trigger check_off_reversal_persons before insert or update on check_off_batch for each row
  when (new.state = 'reversed' and new.posted_by is not null and new.ended_by is not null)
  execute function akiba_two_people('posted_by', 'ended_by', 'check_off_reversal_people');

create trigger dividend_persons before insert or update on dividend for each row
  when (new.prepared_by is not null and new.approved_by is not null)
  execute function akiba_two_people('prepared_by', 'approved_by', 'dividend_two_people');

create trigger payout_persons before insert or update of failed_by, resolved_by on payout
  for each row when (new.failed_by is not null and new.resolved_by is not null)
  execute function akiba_two_people('failed_by', 'resolved_by', 'payout_two_people');

create trigger payout_claim_persons before insert or update of claimed_by, confirmed_by on payout
  for each row when (new.claimed_by is not null and new.confirmed_by is not null)
  execute function akiba_two_people('claimed_by', 'confirmed_by', 'payout_claim_two_people');

create trigger member_exit_approval_persons before insert or update on member_exit for each row
  when (new.asked_by is not null and new.approved_by is not null)
  execute function akiba_two_people('asked_by', 'approved_by', 'member_exit_approval_people');

create trigger member_exit_payment_persons before insert or update on member_exit for each row
  when (new.approved_by is not null and new.paid_by is not null)
  execute function akiba_two_people('approved_by', 'paid_by', 'member_exit_payment_people');

create trigger month_close_persons before insert or update on month_close for each row
  when (new.prepared_by is not null and new.approved_by is not null)
  execute function akiba_two_people('prepared_by', 'approved_by', 'month_close_two_people');

create trigger month_reopen_persons before insert or update on month_close for each row
  when (new.reopen_by is not null and new.reopened_by is not null)
  execute function akiba_two_people('reopen_by', 'reopened_by', 'month_reopen_two_people');

create trigger member_suspension_persons before insert or update on member_suspension for each row
  when (new.suspended_by is not null and new.resumed_by is not null)
  execute function akiba_two_people('suspended_by', 'resumed_by', 'member_suspension_two_people');

create trigger privacy_persons before insert or update on privacy_request for each row
  when (new.state = 'done' and new.prepared_by is not null and new.answered_by is not null)
  execute function akiba_two_people('prepared_by', 'answered_by', 'privacy_two_people');

create trigger contact_change_persons before insert or update on contact_change_request for each row
  when (new.asked_by is not null and new.approved_by is not null)
  execute function akiba_two_people('asked_by', 'approved_by', 'contact_change_two_people');

create trigger import_persons before insert or update on import_batch for each row
  when (new.origin <> 'command-line' and new.prepared_by is not null and new.posted_by is not null)
  execute function akiba_two_people('prepared_by', 'posted_by', 'import_two_people');

create trigger import_creator_persons before insert or update on import_batch for each row
  when (new.origin <> 'command-line' and new.created_by is not null and new.posted_by is not null)
  execute function akiba_two_people('created_by', 'posted_by', 'import_two_people');

create trigger import_undo_persons before insert or update on import_batch for each row
  when (new.state = 'undone' and new.posted_by is not null and new.ended_by is not null)
  execute function akiba_two_people('posted_by', 'ended_by', 'import_undone_by_another');
