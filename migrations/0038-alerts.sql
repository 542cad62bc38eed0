-- Why: what goes wrong with nobody watching must reach somebody. The reconciler found errors and
-- told nobody; a periodic job could fail for weeks in a log that nobody read. A problem is kept
-- here from the moment it is seen until it is over, so that the office sees it and is told once.

create table alert (
  id bigint generated always as identity primary key,
  kind text not null check (kind <> ''),
  -- Which of its kind, such as the name of a job; empty where there is only one. Never a person.
  subject text not null default '',
  -- How many things it is about; 0 where nothing is counted.
  count bigint not null default 0 check (count >= 0),
  first_seen_at timestamptz not null default akiba_now(),
  last_seen_at timestamptz not null default akiba_now(),
  -- When the administrators were last told of it.
  told_at timestamptz,
  resolved_at timestamptz,
  check (last_seen_at >= first_seen_at),
  check (resolved_at >= first_seen_at)
);

-- A problem is open once, whichever instances see it and however often.
create unique index alert_open on alert (kind, subject) where resolved_at is null;
create index alert_resolved on alert (resolved_at desc) where resolved_at is not null;

-- When a kind was last told, so that one that comes and goes is told once an hour at most.
create table alert_notice (
  kind text primary key,
  told_at timestamptz not null default akiba_now()
);

-- How far the nightly check has followed the audit log: `seq` and the hash it had then. `again` is
-- where the older records are being followed once more, some each night.
create table audit_check (
  id smallint primary key default 1 check (id = 1),
  seq bigint not null default 0 check (seq >= 0),
  hash bytea not null default sha256('akiba'),
  again bigint not null default 0 check (again >= 0),
  checked_at timestamptz not null default '-infinity'
);
insert into audit_check default values;

-- One row that the readiness check rewrites, to learn whether the database takes writes.
create table write_probe (
  id smallint primary key default 1 check (id = 1),
  at timestamptz not null default now()
);
insert into write_probe default values;

-- Codes that expire while the gateway is away are counted each minute.
create index outbox_message_expired on outbox_message (finished_at) where state = 'expired';

grant select, insert, update on alert, alert_notice to akiba_app;
grant select, update on audit_check, write_probe to akiba_app;
