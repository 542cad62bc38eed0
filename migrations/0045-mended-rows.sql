-- Why: a downloaded file of faulty rows took the place of the whole file, so that 300 members
-- became 39. Mended rows are now merged into their file by row number, which is a step of its own
-- in the history of an import.

alter table import_step drop constraint import_step_step_check;
alter table import_step add constraint import_step_step_check check (step in ('uploaded', 'mended',
  'removed', 'checked', 'prepared', 'returned', 'posted', 'undone', 'discarded'));
