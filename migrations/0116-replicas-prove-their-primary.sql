-- Why: a replica may answer a read only if it follows the primary that serves now. After a
-- failover, one that still follows the old primary can be as far by its log position, and hold
-- something else. A primary writes its timeline here; a replica that has the row descends from it.
-- Expands: an older program neither reads nor writes the table.

create table primary_timeline (
  -- The system identifier of the cluster and the number of the timeline.
  timeline text primary key check (timeline ~ '^[0-9]+/[0-9A-F]{8}$'),
  seen_at timestamptz not null default now()
);

-- Null on a standby, which has no timeline of its own.
create function akiba_timeline() returns text language sql volatile as $$
  select case when not pg_is_in_recovery() then
    (select system_identifier from pg_control_system()) || '/'
      || left(pg_walfile_name(pg_current_wal_lsn()), 8) end
$$;

grant select, insert on primary_timeline to akiba_app;
