-- Why: an opening balance has one row for each member and no date in it. The day the balances are
-- of is given for the file, and is the day the money counts.

alter table import_upload add column as_of date;
