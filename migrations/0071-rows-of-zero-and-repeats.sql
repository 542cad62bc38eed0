-- Why: one row of zero kept a whole file out of the books, although it moves nothing. Such rows are
-- left out, and those that were left out are kept with the file to be shown.
alter table import_upload add column zero_rows jsonb not null default '[]';

-- The same line twice without a reference was posted twice without a word. It is asked about now:
-- how many such lines a file has, how many of them somebody said are meant, and who said it.
alter table import_upload add column repeats integer not null default 0;
alter table import_upload add column repeats_meant integer not null default 0;
alter table import_upload add column repeats_meant_by text;
alter table import_upload add check (repeats_meant = 0 or repeats_meant_by is not null);

alter table import_step drop constraint import_step_step_check;
alter table import_step add constraint import_step_step_check check (step in ('uploaded', 'mended',
  'removed', 'checked', 'allowed', 'confirmed', 'prepared', 'returned', 'posted', 'undone',
  'discarded'));
