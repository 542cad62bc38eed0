-- Why: money of a check-off counted from the day it was posted. December's file posted in January
-- counted for January in the dividend, although it was deducted in December.

-- The last day of the file's month, if it has come and its month is open; else today.
create function check_off_default_day(month date) returns date language sql stable as $$
  select case when m.ends <= akiba_today()
        and m.ends > coalesce((select until from books_closed), '-infinity'::date)
      then m.ends else akiba_today() end
  from (select (month + interval '1 month - 1 day')::date as ends) m
$$;

alter table check_off_batch
  -- The day from which its money counts.
  add column value_date date,
  -- Who changed that day last; null where nobody did since the file was taken in.
  add column dated_by text;

update check_off_batch set value_date = case when posted_at is null
  then check_off_default_day(month) else (posted_at at time zone 'Africa/Nairobi')::date end;

alter table check_off_batch
  alter column value_date set not null,
  add constraint check_off_dater_two_people check (posted_by <> dated_by);

-- A file counts from a day of its month or later, today at the latest, in an open month.
create function check_off_dated_in_open_month() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state <> 'prepared' then
    raise exception 'check-off % is posted and keeps its day', new.id
      using errcode = 'check_violation', constraint = 'check_off_life';
  end if;
  if new.value_date > akiba_today() then
    raise exception 'check-off % counts from a day to come', new.id
      using errcode = 'check_violation', constraint = 'check_off_value_date_ahead';
  end if;
  if new.value_date < least(new.month, (new.prepared_at at time zone 'Africa/Nairobi')::date) then
    raise exception 'check-off % counts from before its month', new.id
      using errcode = 'check_violation', constraint = 'check_off_value_date_early';
  end if;
  if new.value_date <= (select until from books_closed) then
    raise exception 'check-off % counts from a closed month', new.id
      using errcode = 'check_violation', constraint = 'check_off_value_date_closed';
  end if;
  return new;
end
$$;

create trigger check_off_value_date before insert or update of value_date on check_off_batch
  for each row execute function check_off_dated_in_open_month();

-- Whoever changes the day is a preparer of the file: another person posts it.
create trigger check_off_dater_persons before insert or update on check_off_batch for each row
  when (new.dated_by is not null and new.posted_by is not null)
  execute function akiba_two_people('dated_by', 'posted_by', 'check_off_dater_two_people');
