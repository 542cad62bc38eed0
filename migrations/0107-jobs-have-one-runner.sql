-- Why: every instance ran every job, and nobody could see which job had run. One row for each job
-- says which instance may run it and how its last run ended.

create table job (
  name text primary key,
  -- A job that never ran is overdue from here on.
  known_since timestamptz not null default akiba_now(),
  -- The instance that runs it, by a random name, and the time until which no other may.
  runner text not null default '',
  lease_until timestamptz not null default '-infinity',
  running_since timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  result text check (result in ('succeeded', 'failed')),
  failures int not null default 0 check (failures >= 0),
  constraint job_ended check ((started_at is null) = (ended_at is null)
    and (started_at is null) = (result is null) and ended_at >= started_at),
  constraint job_failures check ((failures > 0) = (result is not distinct from 'failed'))
) with (fillfactor = 50);

insert into job (name) values ('sweep'), ('missed-deductions'), ('case-deadlines'),
  ('contact-changes'), ('withdrawals'), ('retention'), ('staff-identity'), ('reconciler'),
  ('audit-check'), ('watch');

grant select on job to akiba_app;
grant update (runner, lease_until, running_since, started_at, ended_at, result, failures)
  on job to akiba_app;
create trigger job_stays before delete or truncate on job execute function forbid_change();
