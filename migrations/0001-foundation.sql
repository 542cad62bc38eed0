-- Why: what every part stands on: the role the application works as, the one clock, the society,
-- the register of members, the audit trail, the outbox and the memory of repeated requests.

-- An owner who may not make roles finds both done for it beforehand (docs/operations.md).
do $$
begin
  if not exists (select from pg_roles where rolname = 'akiba_app') then
    create role akiba_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another database of the cluster made it
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'akiba_app', 'member') then
    execute format('grant akiba_app to %I', current_user);
  end if;
end
$$;

grant usage on schema public to akiba_app;

-- The one clock. Tests and the demo's history hold it still by setting akiba.now for a transaction.
create function akiba_now() returns timestamptz language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('akiba.now', true), '')::timestamptz, now()) $$;

create function akiba_today() returns date language sql stable parallel safe as
  $$ select (akiba_now() at time zone 'Africa/Nairobi')::date $$;

create table society (
  id smallint primary key default 1 check (id = 1),
  organisation_name text not null,
  short_name text not null,
  legal_name text not null,
  postal_address text not null,
  phone text not null,
  email text not null,
  office_hours text not null,
  office_place text not null,
  accent_hue numeric(4, 0) not null default 172 check (accent_hue between 0 and 360),
  accent_chroma numeric(4, 3) not null default 0.078 check (accent_chroma between 0.06 and 0.13)
);

create table notice (
  number smallint primary key check (number > 0),
  title_en text not null,
  title_sw text not null,
  text_en text not null,
  text_sw text not null
);

create table member (
  id bigint generated always as identity primary key,
  member_no text not null unique check (member_no ~ '^[A-Z0-9][A-Z0-9/_-]{0,19}$'),
  full_name text not null check (full_name <> ''),
  mobile_number text not null default '' check (mobile_number ~ '^(\+254[71][0-9]{8})?$'),
  mobile_confirmed_at timestamptz,
  email text not null default '',
  national_id text not null default '',
  postal_address text not null default '',
  language text not null default 'en' check (language in ('en', 'sw')),
  joined_on date not null,
  registered_at timestamptz not null default akiba_now()
);

create table next_of_kin (
  member_id bigint not null references member,
  position smallint not null check (position between 1 and 3),
  full_name text not null check (full_name <> ''),
  primary key (member_id, position)
);

create table staff (
  id bigint generated always as identity primary key,
  staff_no text not null unique check (staff_no ~ '^[A-Z0-9][A-Z0-9/_-]{0,19}$'),
  full_name text not null check (full_name <> ''),
  role text not null,
  mobile_number text not null default '',
  email text not null default ''
);

-- A member may ask for other contact details at sign-up; staff decide, the register stays.
create table contact_change_request (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  mobile_number text not null default '',
  email text not null default '',
  asked_at timestamptz not null default akiba_now()
);

-- Hash-chained and append-only. The head row orders the writers; it is taken last in each work.
create table audit_record (
  seq bigint primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);

create table audit_head (
  id smallint primary key default 1 check (id = 1),
  seq bigint not null,
  hash bytea not null
);

insert into audit_head (seq, hash) values (0, sha256('akiba'));

create function audit_hash(
  previous bytea, seq bigint, at timestamptz, actor text, action text, subject text, detail jsonb
) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(
    jsonb_build_array(seq, extract(epoch from at), actor, action, subject, detail)::text, 'UTF8'))
$$;

-- The only way to write the trail. Takes an array of {actor, action, subject, detail}.
create function audit_append(records jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  record jsonb;
  next_hash bytea;
begin
  select * into head from audit_head for update;
  for record in select * from jsonb_array_elements(records) loop
    head.seq := head.seq + 1;
    next_hash := audit_hash(head.hash, head.seq, akiba_now(), record ->> 'actor',
      record ->> 'action', record ->> 'subject', record -> 'detail');
    insert into audit_record values (head.seq, akiba_now(), record ->> 'actor',
      record ->> 'action', record ->> 'subject', record -> 'detail', head.hash, next_hash);
    head.hash := next_hash;
  end loop;
  update audit_head set seq = head.seq, hash = head.hash;
end
$$;

-- Messages wait here in the unit of work that causes them and leave after it has committed.
-- The text is kept as a template and its values: a one-time code is never stored.
create table outbox_message (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  template text not null,
  language text not null,
  params jsonb not null,
  created_at timestamptz not null default akiba_now(),
  expires_at timestamptz not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default akiba_now(),
  state text not null default 'waiting'
    check (state in ('waiting', 'delivered', 'failed', 'expired', 'withheld')),
  finished_at timestamptz,
  provider_reference text not null default '',
  last_failure text not null default ''
);

create index outbox_message_waiting on outbox_message (next_attempt_at) where state = 'waiting';
-- What expires soonest leaves first, also when very many wait.
create index outbox_message_urgent on outbox_message (channel, expires_at, id)
  where state = 'waiting';

-- What was answered to a request that may be repeated, written with the effect it answers for.
create table idempotency_record (
  scope text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  answer json not null,
  created_at timestamptz not null default akiba_now(),
  primary key (scope, key)
);

create index idempotency_record_age on idempotency_record (created_at);

-- How often something was done in a window, for the limits that all instances share.
create table rate_counter (
  name text not null,
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (name, key)
);

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger audit_record_is_append_only
  before update or delete or truncate on audit_record execute function forbid_change();

grant select, insert, update on
  society, notice, member, next_of_kin, staff, contact_change_request to akiba_app;
grant select on audit_record, audit_head to akiba_app;
grant select, insert, update, delete on outbox_message, idempotency_record, rate_counter
  to akiba_app;
