-- Why: who may come in: logins, sessions, one-time codes, and what wrong guesses have cost.
-- The standing rows are kept for every number asked about, real or not, so that an answer never
-- tells which numbers are members.

create table login (
  id bigint generated always as identity primary key,
  login_no text not null unique,
  member_id bigint unique references member,
  staff_id bigint unique references staff,
  password_phc text not null,
  created_at timestamptz not null default akiba_now(),
  password_changed_at timestamptz not null default akiba_now(),
  check (num_nonnulls(member_id, staff_id) = 1)
);

create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  binding_hash bytea,
  login_id bigint not null references login,
  created_at timestamptz not null default akiba_now(),
  last_seen_at timestamptz not null default akiba_now(),
  idle_seconds integer not null check (idle_seconds > 0),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text not null default ''
);

create index session_open on session (login_id, created_at) where ended_at is null;

-- Wrong guesses of a password since the last right one.
create table sign_in_standing (
  login_no text primary key,
  failures integer not null,
  paused_until timestamptz,
  last_failure_at timestamptz not null
);

-- Codes sent and mistyped today, and mistyped in a row ever. A new code never resets a count.
create table otp_standing (
  member_no text primary key,
  day date not null,
  sends integer not null default 0,
  next_send_at timestamptz,
  failures integer not null default 0,
  consecutive_failures integer not null default 0
);

-- A code is derived from its row and the server's secret; the row alone does not tell it.
create table otp (
  id uuid primary key,
  member_no text not null,
  purpose text not null check (purpose in ('sign-up', 'reset')),
  salt bytea not null,
  issued_at timestamptz not null default akiba_now(),
  expires_at timestamptz not null,
  tries smallint not null default 0,
  used_at timestamptz,
  replaced_at timestamptz
);

-- One code at a time for a number: sending another replaces it.
create unique index otp_open on otp (member_no) where used_at is null and replaced_at is null;

grant select, insert, update on login, session, otp_standing, otp to akiba_app;
grant delete on session, otp, otp_standing to akiba_app;
grant select, insert, update, delete on sign_in_standing to akiba_app;
