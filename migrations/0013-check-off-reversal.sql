-- Why: a repayment is taken back by somebody else than recorded it; so is a whole file of them.
-- Files that were taken back before may have been so by one person, and are left as they are.
alter table check_off_batch add constraint check_off_reversal_people
  check (state <> 'reversed' or ended_by <> posted_by) not valid;
