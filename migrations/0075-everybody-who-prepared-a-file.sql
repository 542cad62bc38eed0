-- Why: an import and a check-off file kept only the last person who mapped, read, dated or decided.
-- Somebody who was overwritten could post what they had prepared, and so could somebody who only
-- took a file out of it. The rules compared staff numbers too, and a person may have two names.
-- Everybody who prepares a file is kept now, and none of them posts it.

create table file_preparer (
  -- As the audit log names it: 'import:12' or 'check-off:12'.
  file text not null check (file <> ''),
  actor text not null check (actor <> ''),
  -- The person behind the actor at that time; a later link to a member does not change it.
  person text not null check (person <> ''),
  primary key (file, actor)
);

create trigger file_preparer_is_insert_only
  before update or delete or truncate on file_preparer execute function forbid_change();
grant select, insert on file_preparer to akiba_app;

create function keep_preparer(prepared text, who text) returns void language sql as $$
  insert into file_preparer (file, actor, person) select prepared, who, akiba_person(who)
    where who is not null on conflict do nothing
$$;

-- Whether the person behind an actor had a part in preparing a file.
create function akiba_prepared(prepared text, who text) returns boolean language sql stable as $$
  select exists (select from file_preparer p where p.file = prepared
    and (p.actor = who or akiba_person(who) in (p.person, akiba_person(p.actor))))
$$;

create function keep_import_preparers() returns trigger language plpgsql as $$
begin
  perform keep_preparer('import:' || new.id, new.created_by),
    keep_preparer('import:' || new.id, new.prepared_by);
  return null;
end
$$;

create trigger import_preparers after insert or update of prepared_by on import_batch
  for each row when (new.origin = 'page') execute function keep_import_preparers();

create function keep_upload_preparers() returns trigger language plpgsql as $$
begin
  perform keep_preparer('import:' || new.batch_id, new.uploaded_by),
    keep_preparer('import:' || new.batch_id, new.mapped_by),
    keep_preparer('import:' || new.batch_id, new.read_by),
    keep_preparer('import:' || new.batch_id, new.repeats_meant_by);
  return null;
end
$$;

create trigger import_upload_preparers
  after insert or update of uploaded_by, mapped_by, read_by, repeats_meant_by on import_upload
  for each row execute function keep_upload_preparers();

create function keep_step_preparer() returns trigger language plpgsql as $$
begin
  perform keep_preparer('import:' || new.batch_id, new.taken_by);
  return null;
end
$$;

create trigger import_step_preparers after insert on import_step for each row
  when (new.step in ('uploaded', 'mended', 'removed', 'checked', 'confirmed', 'prepared'))
  execute function keep_step_preparer();

create function keep_check_off_preparers() returns trigger language plpgsql as $$
begin
  perform keep_preparer('check-off:' || new.id, new.prepared_by),
    keep_preparer('check-off:' || new.id, new.dated_by);
  return null;
end
$$;

create trigger check_off_preparers after insert or update of prepared_by, dated_by
  on check_off_batch for each row execute function keep_check_off_preparers();

create function keep_decider() returns trigger language plpgsql as $$
begin
  perform keep_preparer('check-off:' || new.batch_id, new.decided_by);
  return null;
end
$$;

create trigger check_off_line_deciders after update of decided_by on check_off_line for each row
  when (new.decided_by is not null) execute function keep_decider();

-- Everybody who is still known of files from before.
select keep_preparer('import:' || id, created_by), keep_preparer('import:' || id, prepared_by)
  from import_batch where origin = 'page';
select keep_preparer('import:' || batch_id, uploaded_by),
    keep_preparer('import:' || batch_id, mapped_by), keep_preparer('import:' || batch_id, read_by)
  from import_upload;
select keep_preparer('import:' || s.batch_id, s.taken_by)
  from import_step s join import_batch b on b.id = s.batch_id and b.origin = 'page'
  where s.step in ('uploaded', 'mended', 'removed', 'checked', 'prepared');
select keep_preparer('check-off:' || id, prepared_by), keep_preparer('check-off:' || id, dated_by)
  from check_off_batch;
select keep_preparer('check-off:' || batch_id, decided_by) from check_off_line
  where decided_by is not null;

create function file_is_not_posted_by_its_preparer() returns trigger language plpgsql as $$
begin
  if akiba_prepared(tg_argv[0] || ':' || new.id, new.posted_by) then
    raise exception '% % is posted by a person who prepared it', tg_argv[0], new.id
      using errcode = 'check_violation', constraint = tg_argv[1];
  end if;
  return new;
end
$$;

create trigger import_preparers_do_not_post before update of state on import_batch for each row
  when (new.state = 'posted' and old.state <> 'posted' and new.origin = 'page')
  execute function file_is_not_posted_by_its_preparer('import', 'import_two_people');
create trigger check_off_preparers_do_not_post before update of state on check_off_batch
  for each row when (new.state = 'posted' and old.state <> 'posted')
  execute function file_is_not_posted_by_its_preparer('check-off', 'check_off_two_people');

-- These knew the last mapper and the last reader only.
drop trigger import_reader_is_not_poster on import_batch;
drop function import_is_not_posted_by_its_reader;
create or replace function import_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('draft', 'prepared'), ('draft', 'discarded'), ('prepared', 'draft'),
    ('prepared', 'discarded'), ('prepared', 'posted'), ('posted', 'undone')
  ) then
    raise exception 'import % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'import_life';
  end if;
  return new;
end
$$;
