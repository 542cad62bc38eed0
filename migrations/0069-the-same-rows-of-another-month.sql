-- Why: a society whose deductions are the same every month needed two people for each file. The
-- same rows in another month are taken in; whoever reads and posts the file is told of the earlier
-- one.
alter table check_off_batch
  -- The latest file of another month that had the same rows when this one was taken in.
  add column same_rows_as bigint references check_off_batch;
