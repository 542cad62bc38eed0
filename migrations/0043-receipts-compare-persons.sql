-- Why: every rule on two people is held by the same trigger on persons, so that one test can ask
-- for all of them. Confirmed receipts and placements join it.

create trigger loan_step_confirmation_persons before insert or update on loan_step for each row
  when (new.confirmed_by is not null and new.taken_by is not null)
  execute function akiba_two_people('taken_by', 'confirmed_by', 'loan_step_confirmation_people');

create trigger check_off_release_persons before insert or update on check_off_release for each row
  when (new.proposed_by is not null and new.released_by is not null)
  execute function akiba_two_people('proposed_by', 'released_by', 'check_off_release_two_people');
