-- Why: a file was known by its bytes, so that the same rows with one blank line more came in again.
-- A file that was imported keeps the digests of its parsed rows. The same rows come in once, and a
-- file that looks like an earlier one comes in only if two people insist.

alter table import_file
  -- Null for files from before this was kept.
  add column row_digest text check (row_digest ~ '^[0-9a-f]{64}$'),
  add column row_set bytea,
  -- Whether two people allowed it although it looks like an earlier file.
  add column is_insisted boolean not null default false,
  add check ((row_digest is null) = (row_set is null));
create unique index import_file_rows_once on import_file (row_digest)
  where not is_undone and not is_insisted;

-- The rows as the last check read them.
alter table import_upload add column row_digest text;

-- Files that two people allowed although they look like earlier ones: these very rows in this very
-- import, and no others.
create table import_insistence (
  batch_id bigint not null references import_batch,
  row_digest text not null check (row_digest ~ '^[0-9a-f]{64}$'),
  approval_id bigint not null unique references approval,
  requested_by text not null check (requested_by <> ''),
  approved_by text not null check (approved_by <> ''),
  allowed_at timestamptz not null default akiba_now(),
  primary key (batch_id, row_digest),
  constraint import_insistence_two_people
    check (requested_by <> approved_by)
);

alter table import_step drop constraint import_step_step_check;
alter table import_step add constraint import_step_step_check check (step in ('uploaded', 'mended',
  'removed', 'checked', 'allowed', 'prepared', 'returned', 'posted', 'undone', 'discarded'));

create trigger import_insistence_is_insert_only
  before update or delete or truncate on import_insistence execute function forbid_change();
create trigger import_insistence_persons before insert on import_insistence for each row
  execute function akiba_two_people(
    'requested_by', 'approved_by', 'import_insistence_two_people');
grant select, insert on import_insistence to akiba_app;
