-- Why: for a day after a password reset nothing should leave, so that a member whose phone is in
-- other hands can call the office. A withdrawal was queued all the same and only its payment
-- waited, so that nobody could stop it: neither its member, nor a rejection, nor a suspension.

-- Until when no money leaves to a member, by their number; null without a password reset.
create function payouts_held_until(member_number text) returns timestamptz language sql stable as $$
  select password_changed_at + interval '24 hours' from login
  where login_no = member_number and password_changed_at > created_at
$$;

-- Whether what a member withdrew may still be sent to their phone. Somebody who is leaving gets it.
create function withdrawal_may_be_sent(member bigint) returns boolean language sql stable as $$
  select exists (select from member m where m.id = member and m.membership <> 'suspended')
$$;

-- As before, and a withdrawal does not leave while the payments of its member are held.
create or replace function withdrawal_keeps_its_life() returns trigger language plpgsql as $$
declare
  owner text;
begin
  select 'member:' || member_no into owner from member where id = new.member_id;
  if new.approved_by is distinct from old.approved_by then
    if old.approved_by is not null or old.state <> 'requested' or not new.needs_approval
        or new.approved_by not like 'staff:%' then
      raise exception 'withdrawal % is approved once, while it waits', old.reference
        using errcode = 'check_violation', constraint = 'withdrawal_life';
    end if;
    if akiba_person(new.approved_by) in (owner, akiba_person(coalesce(new.entered_by, ''))) then
      raise exception 'withdrawal % is approved by another person', old.reference
        using errcode = 'check_violation', constraint = 'withdrawal_two_people';
    end if;
  end if;
  if new.state <> old.state and old.state <> 'requested'
      or new.state = 'cancelled' and new.ended_by not in (owner, 'withdrawals')
      or new.state = 'queued' and new.state <> old.state
        and (new.ready_on > akiba_today() or not withdrawal_member_may(new.member_id)
          or payouts_held_until(substr(owner, 8)) > akiba_now()) then
    raise exception 'withdrawal % cannot go from % to %', old.reference, old.state, new.state
      using errcode = 'check_violation', constraint = 'withdrawal_life';
  end if;
  if new.state = 'rejected' and old.state <> 'rejected' and (new.ended_by not like 'staff:%'
      or akiba_person(new.ended_by) = owner) then
    raise exception 'withdrawal % is rejected by another person', old.reference
      using errcode = 'check_violation', constraint = 'withdrawal_two_people';
  end if;
  return new;
end
$$;
