-- Why: only the office could enter the bank account of a member, who had to come by. Members give
-- it in the app now, by a code to their confirmed number that names the account. Another person
-- still approves it, the member still waits 72 hours, and can stop it at any time.

alter table otp drop constraint otp_purpose_check, drop constraint otp_subject;
alter table otp
  add constraint otp_purpose_check check (purpose in ('sign-up', 'reset', 'guarantee',
    'confirm-mobile', 'amendment', 'withdrawal', 'counter-withdrawal', 'bank-account')),
  add constraint otp_subject check ((purpose in ('guarantee', 'amendment', 'withdrawal',
    'counter-withdrawal', 'bank-account')) = (subject <> ''));

alter table member_bank_details
  drop constraint member_bank_details_state_check,
  drop constraint bank_details_approved,
  -- The code of the member, which was used for this account alone; null if the office entered it.
  add column otp_id uuid unique,
  add column cancelled_by text check (cancelled_by <> ''),
  add column cancelled_at timestamptz,
  add constraint member_bank_details_state_check
    check (state in ('requested', 'approved', 'replaced', 'cancelled')),
  add constraint bank_details_approved check ((approved_by is null) = (approved_at is null)
    and (approved_by is null) = (usable_from is null)
    and (state <> 'requested' or approved_by is null)
    and (state not in ('approved', 'replaced') or approved_by is not null)
    and usable_from >= approved_at + interval '72 hours'),
  add constraint bank_details_cancelled check ((state = 'cancelled') = (cancelled_by is not null)
    and (cancelled_by is null) = (cancelled_at is null));

grant update (cancelled_by, cancelled_at) on member_bank_details to akiba_app;

-- As before. A member is the requester of their own account by a code for exactly that account,
-- while they are active and have not just reset their password, and of no other. A request of a
-- member who was suspended meanwhile is not approved. Only the member cancels.
create or replace function bank_details_keep_their_life() returns trigger language plpgsql as $$
declare
  owner text;
  standing text;
begin
  select 'member:' || member_no, membership into owner, standing
    from member where id = new.member_id for no key update;
  if new.requested_by <> owner and (akiba_person(new.requested_by) = owner
        or new.otp_id is not null)
      or akiba_person(coalesce(new.approved_by, '')) = owner
      or new.cancelled_by <> owner then
    raise exception 'bank details are set by others than their member'
      using errcode = 'check_violation', constraint = 'bank_details_own';
  end if;
  if tg_op = 'INSERT' then
    if new.requested_by = owner and not exists (select from otp o where o.id = new.otp_id
        and 'member:' || o.member_no = owner and o.purpose = 'bank-account'
        and o.subject = concat_ws(':', new.branch_code, new.account_no, new.bank_name,
          new.account_name)
        and o.used_at = akiba_now()) then
      raise exception 'a member gives a bank account by a code for it'
        using errcode = 'check_violation', constraint = 'bank_details_by_code';
    end if;
    if new.requested_by = owner and (standing <> 'active'
        or coalesce(payouts_held_until(substr(owner, 8)) > akiba_now(), false)) then
      raise exception 'only an active member gives a bank account'
        using errcode = 'check_violation', constraint = 'bank_details_member';
    end if;
    if new.state <> 'requested' or not exists (select from approval a
        where a.id = new.approval_id and a.kind = 'bank-details' and a.state = 'waiting'
          and a.requested_by = new.requested_by) then
      raise exception 'bank details have no request of their own'
        using errcode = 'check_violation', constraint = 'bank_details_request';
    end if;
    return new;
  end if;
  if (new.id, new.member_id, new.bank_name, new.branch_code, new.account_no, new.account_name,
      new.approval_id, new.requested_by, new.requested_at, new.otp_id)
    is distinct from (old.id, old.member_id, old.bank_name, old.branch_code, old.account_no,
      old.account_name, old.approval_id, old.requested_by, old.requested_at, old.otp_id)
    or (old.state, new.state) not in (('requested', 'approved'), ('approved', 'replaced'),
      ('requested', 'cancelled'), ('approved', 'cancelled'))
    or new.state in ('replaced', 'cancelled') and (new.approved_by, new.approved_at,
        new.usable_from)
      is distinct from (old.approved_by, old.approved_at, old.usable_from)
    or new.state = 'approved' and not exists (select from approval a
      where a.id = new.approval_id and a.state = 'approved' and a.decided_by = new.approved_by) then
    raise exception 'bank details % cannot be changed so', old.id
      using errcode = 'check_violation', constraint = 'bank_details_life';
  end if;
  if new.state = 'approved' and new.otp_id is not null and standing <> 'active' then
    raise exception 'the member of bank details % is not active', old.id
      using errcode = 'check_violation', constraint = 'bank_details_member';
  end if;
  return new;
end
$$;
