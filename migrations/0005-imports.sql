-- Why: a society comes with its history. What was imported is remembered by the digest of each
-- file, so that none is read twice, and a balance carried over from another system has an account
-- to stand against. The import works as akiba_app, with no right to the books that a request does
-- not have: it writes entries and lines as `post` does, under the same triggers, which move the
-- balances and hold every entry to nought. New is only that it may note its runs; it may neither
-- change nor remove one. Its staging tables are temporary, which PUBLIC may make by default.

insert into ledger_account (code, normal_side) values ('opening-balances', -1);

create table import_run (
  id bigint generated always as identity primary key,
  imported_at timestamptz not null default akiba_now(),
  actor text not null check (actor <> ''),
  -- Rows of each kind of file, rows and sums of each kind of entry, closing totals; in cents.
  figures jsonb not null
);

create table import_file (
  run_id bigint not null references import_run,
  name text not null,
  format text not null,
  sha256 text not null constraint import_file_once unique check (sha256 ~ '^[0-9a-f]{64}$'),
  rows integer not null check (rows >= 0),
  primary key (run_id, sha256)
);

create trigger import_run_is_insert_only
  before update or delete or truncate on import_run execute function forbid_change();
create trigger import_file_is_insert_only
  before update or delete or truncate on import_file execute function forbid_change();

grant select on import_run, import_file to akiba_app;
grant insert (actor, figures) on import_run to akiba_app;
grant insert on import_file to akiba_app;
