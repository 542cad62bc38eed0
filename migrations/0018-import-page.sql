-- Why: imports come over the page too. A clerk uploads files, says which column is which, and sends
-- what is without fault to a second person, who posts it; a third look may take all of it back by
-- reversing entries. So what an import wrote is known by its run, and a file that was taken back
-- may come in again.

create table import_batch (
  id bigint generated always as identity primary key,
  origin text not null check (origin in ('page', 'command-line')),
  state text not null
    check (state in ('draft', 'prepared', 'posted', 'undone', 'discarded')),
  -- As the audit trail names people: staff:ST9001.
  created_by text not null check (created_by <> ''),
  created_at timestamptz not null default akiba_now(),
  prepared_by text,
  posted_by text,
  ended_by text,
  -- When the files were last held to each other and to the books, and how much was found wrong.
  checked_at timestamptz,
  finding_count integer not null default 0 check (finding_count >= 0),
  -- What all of it comes to once it is in, as `import_run` keeps it.
  figures jsonb,
  run_id bigint unique references import_run,
  check ((state in ('posted', 'undone')) = (posted_by is not null)),
  check ((state in ('posted', 'undone')) = (run_id is not null)),
  check (state not in ('prepared', 'posted', 'undone') or prepared_by is not null),
  check (state <> 'prepared' or (checked_at is not null and finding_count = 0)),
  check ((state in ('undone', 'discarded')) = (ended_by is not null)),
  constraint import_two_people check (
    origin = 'command-line' or (posted_by <> prepared_by and posted_by <> created_by)),
  constraint import_undone_by_another check (state <> 'undone' or ended_by <> posted_by)
);

-- A file of an import, kept as it was sent until the import is posted or set aside.
create table import_upload (
  id bigint generated always as identity primary key,
  batch_id bigint not null references import_batch,
  kind text not null,
  name text not null check (name <> ''),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea,
  -- What stands in its header, and in the first rows below it.
  header jsonb not null,
  samples jsonb not null,
  rows integer not null check (rows > 0),
  -- The header by which what was chosen for it is remembered.
  signature text not null,
  -- For each column of ours the place in the header, from nought, or -1: as it is proposed, and as
  -- somebody chose it, which is null until then.
  proposed jsonb not null,
  places jsonb,
  declared_rows integer,
  declared_cents bigint,
  -- What each column of amounts comes to, in cents as text; null until it was read.
  sums jsonb,
  uploaded_by text not null check (uploaded_by <> ''),
  mapped_by text,
  -- Whether it was taken out of its import, or another stands in its place.
  is_replaced boolean not null default false,
  -- False once it was replaced, set aside or taken back; the same file may then come again.
  is_live boolean not null default true,
  check ((places is null) = (mapped_by is null)),
  check (not (is_replaced and is_live))
);

create unique index import_upload_once on import_upload (sha256) where is_live;
create index import_upload_of_batch on import_upload (batch_id, id);

create table import_finding (
  batch_id bigint not null references import_batch,
  place integer not null,
  -- Null where it is no one file's.
  upload_id bigint references import_upload,
  -- As a spreadsheet counts it: the header is row 1. Null where it is the file as a whole.
  row_no integer,
  column_name text not null,
  -- Which of the reasons in messages/import-reasons it is, and what fills the places in its words.
  reason text not null,
  given jsonb not null default '{}',
  primary key (batch_id, place)
);

create table import_step (
  id bigint generated always as identity primary key,
  batch_id bigint not null references import_batch,
  step text not null check (step in ('uploaded', 'removed', 'checked', 'prepared', 'returned',
    'posted', 'undone', 'discarded')),
  taken_by text not null check (taken_by <> ''),
  taken_at timestamptz not null default akiba_now(),
  -- The file's name, how much was found wrong, or why it was done.
  detail text not null default ''
);

create index import_step_of_batch on import_step (batch_id, id);
create trigger import_step_is_insert_only
  before update or delete or truncate on import_step execute function forbid_change();

-- Which column was which the last time a file of such a header came.
create table import_mapping (
  kind text not null,
  signature text not null check (signature ~ '^[0-9a-f]{64}$'),
  -- The names that the columns of ours had in that header.
  names jsonb not null,
  used_at timestamptz not null default akiba_now(),
  primary key (kind, signature)
);

create index import_mapping_latest on import_mapping (kind, used_at);

-- An import goes only where its life leads, and nobody posts what they uploaded or mapped.
create function import_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('draft', 'prepared'), ('draft', 'discarded'), ('prepared', 'draft'),
    ('prepared', 'discarded'), ('prepared', 'posted'), ('posted', 'undone')
  ) then
    raise exception 'import % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'import_life';
  end if;
  if new.state = 'posted' and old.state <> 'posted' and exists (
    select from import_upload where batch_id = new.id
      and (uploaded_by = new.posted_by or mapped_by = new.posted_by)
  ) then
    raise exception 'import % is posted by who prepared a file of it', new.id
      using errcode = 'check_violation', constraint = 'import_two_people';
  end if;
  return new;
end
$$;

create trigger import_life before update of state on import_batch
  for each row execute function import_keeps_its_life();

-- What an import wrote is found by its run. The journal and the accounts have no foreign key to it:
-- it would be asked about for each of a history's million rows, and nothing removes a run.
alter table member add column import_run_id bigint references import_run;
alter table next_of_kin add column import_run_id bigint references import_run;
alter table loan add column import_run_id bigint references import_run;
alter table guarantee add column import_run_id bigint references import_run;
alter table ledger_account add column import_run_id bigint;
alter table journal_entry add column import_run_id bigint;
create index member_of_import on member (import_run_id) where import_run_id is not null;
create index next_of_kin_of_import on next_of_kin (import_run_id)
  where import_run_id is not null;
create index loan_of_import on loan (import_run_id) where import_run_id is not null;
create index guarantee_of_import on guarantee (import_run_id) where import_run_id is not null;
create index ledger_account_of_import on ledger_account (import_run_id)
  where import_run_id is not null;
create index journal_entry_of_import on journal_entry (import_run_id)
  where import_run_id is not null;

-- What came in before was not marked, and cannot be taken back as a whole.
alter table import_run add column is_tracked boolean not null default false;
alter table import_run alter column is_tracked set default true;
insert into import_batch (origin, state, created_by, created_at, prepared_by, posted_by, run_id)
  select 'command-line', 'posted', actor, imported_at, actor, actor, id from import_run order by id;
insert into import_step (batch_id, step, taken_by, taken_at)
  select id, 'posted', created_by, created_at from import_batch order by id;

-- A file stands once, unless its import was taken back.
alter table import_file add column is_undone boolean not null default false;
alter table import_file drop constraint import_file_once;
create unique index import_file_once on import_file (sha256) where not is_undone;
drop trigger import_file_is_insert_only on import_file;
create trigger import_file_is_insert_only
  before delete or truncate on import_file execute function forbid_change();

-- A member whom only an import made that was taken back, and who has no login, may come in anew.
create function import_may_renew(given member) returns boolean language sql stable as $$
  select given.import_run_id is not null
    and exists (select from import_batch b
      where b.run_id = given.import_run_id and b.state = 'undone')
    and not exists (select from login l where l.member_id = given.id)
$$;

-- Removes what an import that is taken back had put beside the books: next of kin, guarantees, and
-- loans on which nothing stands any more. What has come to hang on one of them keeps it, by its
-- foreign key, and with it the whole import. The application may remove none of these by itself.
create function import_take_back(run bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from loan l join ledger_account a on a.code = 'loan-receivable'
      and a.member_id = l.member_id and a.reference = l.loan_no
    where l.import_run_id = run and a.balance_cents <> 0
  ) then
    raise exception 'something stands on a loan of import run %', run
      using errcode = 'check_violation', constraint = 'import_loan_balance';
  end if;
  delete from next_of_kin where import_run_id = run;
  delete from guarantee where import_run_id = run;
  delete from loan_instalment where loan_id in (select id from loan where import_run_id = run);
  delete from loan where import_run_id = run;
end
$$;

revoke execute on function import_take_back from public;
grant execute on function import_take_back to akiba_app;
grant select, insert, update on import_batch, import_upload, import_mapping to akiba_app;
grant select, insert, delete on import_finding to akiba_app;
grant select, insert on import_step to akiba_app;
grant update (is_undone) on import_file to akiba_app;
grant insert (import_run_id), update (import_run_id) on ledger_account to akiba_app;
grant insert (import_run_id) on journal_entry to akiba_app;
