-- Why: only the program kept the withdrawal of a suspended member out of a till and out of a file
-- for the bank, and a guarantor of a loan away from the file that pays it. The database holds both
-- now, whoever writes to it.

create function payout_of_suspended_stays() returns trigger language plpgsql as $$
begin
  if exists (select from payout p where p.id = new.payout_id and p.source = 'withdrawal'
      and not withdrawal_may_be_sent(p.member_id)) then
    raise exception 'payout % waits while its member is suspended', new.payout_id
      using errcode = 'check_violation', constraint = tg_table_name || '_of_suspended';
  end if;
  return new;
end
$$;

create trigger counter_payment_active before insert on counter_payment
  for each row execute function payout_of_suspended_stays();
create trigger eft_line_active before insert on eft_line
  for each row execute function payout_of_suspended_stays();

-- The people who made and approved its file, and those who told and confirmed its result.
create function eft_line_of_others_loans() returns trigger language plpgsql as $$
begin
  if exists (select from payout p, eft_file f, unnest(array[
        f.made_by, f.approved_by, new.told_by, new.confirmed_by]) as person
      where p.id = new.payout_id and f.id = new.file_id and p.loan_id is not null
        and person is not null and akiba_loan_concerns(p.loan_id, person)) then
    raise exception 'payout % is of a loan of a person of its file', new.payout_id
      using errcode = 'check_violation', constraint = 'eft_own_loan';
  end if;
  return new;
end
$$;

create trigger eft_line_by_others before insert on eft_line
  for each row execute function eft_line_of_others_loans();
create trigger eft_line_by_others_told before update of told_by, confirmed_by on eft_line
  for each row execute function eft_line_of_others_loans();

-- A request of somebody who is suspended is not approved until they are back. It can be
-- rejected, which also releases what it held.
create function approval_of_suspended_waits() returns trigger language plpgsql as $$
begin
  if exists (select from staff s
      where 'staff:' || s.staff_no = new.requested_by and s.suspended_at is not null) then
    raise exception 'approval % was requested by somebody who is suspended', old.id
      using errcode = 'check_violation', constraint = 'approval_of_suspended';
  end if;
  return new;
end
$$;

create trigger approval_requester_active before update on approval for each row
  when (old.state = 'waiting' and new.state = 'approved')
  execute function approval_of_suspended_waits();
