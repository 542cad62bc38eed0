-- Why: a restored copy sent the messages that its original sent too, and would have paid out. A
-- database keeps where it is at home. One that wakes elsewhere is held: it sends and pays nothing
-- until a person releases it.

create table database_home (
  seq integer primary key check (seq > 0),
  -- A dump that is restored has another cluster or another database id.
  cluster_id text not null default (pg_control_system()).system_identifier::text,
  database_id bigint not null,
  -- How the program reaches it; a copy of the files is reached in another way.
  place text not null check (place <> ''),
  since timestamptz not null default now(),
  decided_by text not null
);

create trigger database_home_is_insert_only
  before update or delete or truncate on database_home execute function forbid_change();

grant select on database_home to akiba_app;
grant insert (seq, database_id, place, decided_by) on database_home to akiba_app;

create function akiba_database_id() returns bigint language sql stable parallel safe as
  $$ select oid::bigint from pg_database where datname = current_database() $$;

-- A program says where it reaches the database by setting akiba.place for its connections.
create function akiba_held() returns boolean language sql stable as $$
  select coalesce((
    select (cluster_id, database_id, place) is distinct from (
        (select system_identifier::text from pg_control_system()),
        akiba_database_id(),
        coalesce(nullif(current_setting('akiba.place', true), ''), place))
      from database_home order by seq desc limit 1), false)
$$;
