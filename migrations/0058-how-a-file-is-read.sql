-- Why: Offices send files as their spreadsheet makes them: with semicolons or tabs, in the encoding
-- of Windows, with a title above the headings and totals below. How a file is read is recognised,
-- shown, and may be changed, so it is kept with the file: what is checked is read as it was shown.
alter table import_upload add column reading jsonb not null default '{"format": "csv",
  "encoding": "utf-8", "separator": "comma", "sheets": [], "sheet": "", "headerRow": 1,
  "skipped": [], "isCertain": true, "daySystem": "1900", "days": []}';
alter table import_upload alter column reading drop default;

-- For each column of ours that holds days, whether the day or the month comes first and how a
-- spreadsheet's numbers count; as somebody confirmed it where the file does not tell.
alter table import_upload add column days jsonb not null default '[]';

-- Who changed how a file is read has prepared it, and so does not post it.
alter table import_upload add column read_by text;
create function import_is_not_posted_by_its_reader() returns trigger language plpgsql as $$
begin
  if exists (
    select from import_upload where batch_id = new.id and read_by is not null
      and (read_by = new.posted_by or akiba_person(read_by) = akiba_person(new.posted_by))
  ) then
    raise exception 'import % is posted by a person who chose how a file of it is read', new.id
      using errcode = 'check_violation', constraint = 'import_two_people';
  end if;
  return new;
end
$$;

create trigger import_reader_is_not_poster before update of state on import_batch
  for each row when (new.state = 'posted' and old.state <> 'posted')
  execute function import_is_not_posted_by_its_reader();

-- How a check-off file was read, with the rows that were skipped; null of files from before.
alter table check_off_batch add column reading jsonb;
-- The row in which the same line is listed first: somebody confirmed that both are meant.
alter table check_off_line add column repeats_row integer check (repeats_row < row_no);
