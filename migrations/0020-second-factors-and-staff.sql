-- Why: who works for the society comes in by what they know and what they hold; and who that is,
-- an administrator says, who can neither leave the society without one nor judge themself.

alter table staff
  add column suspended_at timestamptz,
  add column suspended_by text,
  add column suspended_because text not null default '',
  add constraint staff_suspended check ((suspended_at is null) = (suspended_by is null)),
  add constraint staff_suspended_by_another check (suspended_by <> 'staff:' || staff_no);

alter table login add column last_signed_in_at timestamptz;

-- Whoever is invited sets a password with a code. It is derived from the row and the server's
-- secret; the row alone does not tell it.
create table staff_invitation (
  id uuid primary key,
  staff_id bigint not null references staff,
  salt bytea not null,
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null default akiba_now(),
  expires_at timestamptz not null,
  tries smallint not null default 0,
  used_at timestamptz,
  replaced_at timestamptz
);

-- One invitation at a time: another one takes its place.
create unique index staff_invitation_open on staff_invitation (staff_id)
  where used_at is null and replaced_at is null;

-- The secret is sealed with a key that the database does not hold. A step of time that was used is
-- used up, and wrong guesses count until a right one.
create table second_factor (
  login_id bigint primary key references login,
  sealed_secret bytea not null,
  enrolled_at timestamptz not null default akiba_now(),
  last_step bigint not null,
  failures integer not null default 0,
  paused_until timestamptz
);

-- What was shown to be scanned and has yet to be confirmed by a code. It takes the place of another
-- secret only where that one was proven first.
create table second_factor_enrolment (
  login_id bigint primary key references login,
  sealed_secret bytea not null,
  replaces boolean not null,
  begun_at timestamptz not null default akiba_now()
);

create table recovery_code (
  login_id bigint not null references second_factor on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (login_id, code_hash)
);

-- The password was right and the second factor is still to come. No call but those of the second
-- factor looks here, so its token opens nothing else.
create table half_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  binding_hash bytea,
  login_id bigint not null references login,
  expires_at timestamptz not null,
  ended_at timestamptz
);

create index half_session_open on half_session (login_id) where ended_at is null;

-- One who could still invite others always stays. The lock puts those who would both go in a row;
-- what is asked after it sees what the one before has done.
create function staff_keeps_an_administrator() returns trigger language plpgsql as $$
begin
  if old.role <> 'administrator' or old.suspended_at is not null
    or (new.role = 'administrator' and new.suspended_at is null)
    or not exists (select from login where staff_id = old.id) then
    return new;
  end if;
  perform pg_advisory_xact_lock(7274484);
  if not exists (select from staff s join login l on l.staff_id = s.id
      where s.id <> old.id and s.role = 'administrator' and s.suspended_at is null) then
    raise exception 'staff % is the last administrator', old.staff_no
      using errcode = 'check_violation', constraint = 'staff_last_administrator';
  end if;
  return new;
end
$$;

create trigger staff_last_administrator before update on staff
  for each row execute function staff_keeps_an_administrator();

grant select, insert, update on staff_invitation to akiba_app;
grant select, insert, update, delete
  on second_factor, second_factor_enrolment, recovery_code, half_session to akiba_app;
