-- Why: a demo that was started on real books wrote its society and staff into them. A database
-- keeps from its first start what it is for, and a program of another mode refuses to use it.

create table database_mode (
  id smallint primary key default 1 check (id = 1),
  mode text not null check (mode in ('demo', 'production', 'test')),
  set_at timestamptz not null default now()
);

create trigger database_mode_is_insert_only
  before update or delete or truncate on database_mode execute function forbid_change();

grant select on database_mode to akiba_app;
grant insert (mode) on database_mode to akiba_app;

-- The portal looks whether all migrations were applied without the rights of the owner.
grant select on schema_migration to akiba_app;
