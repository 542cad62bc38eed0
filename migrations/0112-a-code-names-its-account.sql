-- Why: a member with two withdrawable accounts got a code for an amount, and the office could spend
-- it on either account. The code now names the account as well, here and in the SMS. A code that
-- was sent before this migration has to be asked for again.

create or replace function withdrawal_is_asked_for() returns trigger language plpgsql as $$
declare
  owner text;
  policy withdrawal_policy;
begin
  select 'member:' || member_no into owner from member where id = new.member_id for no key update;
  if new.requested_by is distinct from owner or new.entered_by is not null
      and (new.entered_by not like 'staff:%' or akiba_person(new.entered_by) = owner) then
    raise exception 'a withdrawal is asked for by its member, and entered by somebody else'
      using errcode = 'check_violation', constraint = 'withdrawal_own';
  end if;
  if not exists (select from otp o where o.id = new.otp_id and 'member:' || o.member_no = owner
      and o.purpose = case when new.entered_by is null then 'withdrawal'
        else 'counter-withdrawal' end
      and o.subject = new.channel || ':' || new.amount_cents || ':' || new.account_no
      and o.used_at = akiba_now()) then
    raise exception 'a withdrawal takes a code for its amount and account'
      using errcode = 'check_violation', constraint = 'withdrawal_by_code';
  end if;
  if new.state <> 'requested' or not withdrawal_member_may(new.member_id) then
    raise exception 'only an active member who is not leaving withdraws'
      using errcode = 'check_violation', constraint = 'withdrawal_member';
  end if;
  select * into policy from withdrawal_policy p where p.effective_from <= akiba_today()
    order by p.effective_from desc, p.id desc limit 1;
  if new.policy_id <> policy.id or new.amount_cents < policy.smallest_cents
      or new.fee_cents <> policy.fee_cents
      or new.needs_approval <> (new.amount_cents + withdrawn_on(new.member_id, akiba_today())
        > policy.approval_above_cents)
      or new.ready_on < akiba_today() + policy.notice_days then
    raise exception 'a withdrawal keeps the rules in force'
      using errcode = 'check_violation', constraint = 'withdrawal_rules';
  end if;
  if new.amount_cents + withdrawn_on(new.member_id, akiba_today()) > policy.largest_day_cents then
    raise exception 'more than a member may withdraw on one day'
      using errcode = 'check_violation', constraint = 'withdrawal_day_limit';
  end if;
  if not withdrawal_entry(new.entry_id, 'withdrawable-withdrawal', new.member_id, new.account_no,
        new.amount_cents)
      or new.fee_cents > 0 and not withdrawal_entry(new.fee_entry_id, 'withdrawal-fee',
        new.member_id, new.account_no, new.fee_cents) then
    raise exception 'a withdrawal has entries of its amounts on its member''s account'
      using errcode = 'check_violation', constraint = 'withdrawal_entries';
  end if;
  return new;
end
$$;
