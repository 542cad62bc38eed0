-- Why: an exit is recorded by one person, approved by a second and paid out by a third (decision
-- 0034), but the person who recorded it could also pay it out.
-- A trigger alone compares them: a check would also reject exits that were paid before, for example
-- in a backup that is restored.
-- Expands: an older program gets a violation that it answers as a defect, and changes nothing.

create trigger member_exit_third_person before insert or update of paid_by on member_exit
  for each row when (new.asked_by is not null and new.paid_by is not null)
  execute function akiba_two_people('asked_by', 'paid_by', 'member_exit_third_person');
