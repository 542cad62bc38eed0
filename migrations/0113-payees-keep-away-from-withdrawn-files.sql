-- Why: a member of staff whose own loan or withdrawal was in a file for the bank, or who guarantees
-- a loan in it, could say that the bank never got the file. Its payments would then go out a second
-- time in another file. The people who ask for the withdrawal of a file and agree to it are others
-- now, as those who make it and approve it are.

create function eft_file_withdrawn_by_others() returns trigger language plpgsql as $$
begin
  if exists (select from eft_line l join payout p on p.id = l.payout_id
        join member m on m.id = p.member_id
      where l.file_id = new.id and 'member:' || m.member_no
        in (akiba_person(new.taken_back_asked_by), akiba_person(new.taken_back_by))) then
    raise exception 'file % pays a person who withdraws it', new.id
      using errcode = 'check_violation', constraint = 'eft_own_hands';
  end if;
  if exists (select from eft_line l join payout p on p.id = l.payout_id,
        unnest(array[new.taken_back_asked_by, new.taken_back_by]) as person
      where l.file_id = new.id and p.loan_id is not null
        and akiba_loan_concerns(p.loan_id, person)) then
    raise exception 'file % pays a loan of a person who withdraws it', new.id
      using errcode = 'check_violation', constraint = 'eft_own_loan';
  end if;
  return new;
end
$$;

create trigger eft_file_withdrawn_by_others before update of taken_back_by on eft_file
  for each row when (new.taken_back_by is not null)
  execute function eft_file_withdrawn_by_others();
