-- Why: members are told what is held on them and for how long, confirm that they were, get a copy
-- of all of it, and ask for a correction or erasure that the office answers by a day. What is
-- changed or erased takes two people; what is past its time goes by rules that are data.

-- Which text of the privacy notice a member said they had read, and where they said so.
create table privacy_consent (
  member_id bigint not null references member,
  version smallint not null check (version > 0),
  confirmed_at timestamptz not null default akiba_now(),
  way text not null check (way in ('sign-up', 'portal')),
  primary key (member_id, version)
);

create trigger privacy_consent_is_insert_only
  before update or delete or truncate on privacy_consent execute function forbid_change();

-- For how long what is kept, from the day from which the rule holds. The books and the name in them
-- are kept for at least seven years after a member left: the law on money laundering says so.
create table retention_rule (
  id bigint generated always as identity primary key,
  what text not null check (
    what in ('books', 'contacts', 'login', 'sessions', 'messages', 'requests')),
  effective_from date not null,
  amount smallint not null check (amount >= 0),
  unit text not null check (unit in ('days', 'months', 'years')),
  set_by text not null check (set_by <> ''),
  set_at timestamptz not null default akiba_now(),
  constraint retention_rule_books check (what <> 'books' or (unit = 'years' and amount >= 7)),
  unique (what, effective_from)
);

create trigger retention_rule_is_insert_only
  before update or delete or truncate on retention_rule execute function forbid_change();

insert into retention_rule (what, effective_from, amount, unit, set_by, set_at) values
  ('books', '2000-01-01', 7, 'years', 'migration', '2000-01-01T00:00:00Z'),
  ('contacts', '2000-01-01', 0, 'days', 'migration', '2000-01-01T00:00:00Z'),
  ('login', '2000-01-01', 0, 'days', 'migration', '2000-01-01T00:00:00Z'),
  ('sessions', '2000-01-01', 30, 'days', 'migration', '2000-01-01T00:00:00Z'),
  ('messages', '2000-01-01', 30, 'days', 'migration', '2000-01-01T00:00:00Z'),
  ('requests', '2000-01-01', 3, 'years', 'migration', '2000-01-01T00:00:00Z');

-- How long something is kept by the rule that holds today.
create function retention(kept text) returns interval language sql stable as $$
  select case unit when 'days' then make_interval(days => amount)
      when 'months' then make_interval(months => amount)
      else make_interval(years => amount) end
    from retention_rule where what = kept and effective_from <= akiba_today()
    order by effective_from desc limit 1
$$;

-- The day a member left the society, from which what is kept counts; nobody sets it by hand.
alter table member add column left_on date;
update member m set left_on = (select (x.paid_at at time zone 'Africa/Nairobi')::date
    from member_exit x where x.member_id = m.id and x.state = 'paid' order by x.id desc limit 1)
  where membership = 'left';

create function member_left_or_came_back() returns trigger language plpgsql as $$
begin
  new.left_on := case when new.membership = 'left' then akiba_today() end;
  return new;
end
$$;

create trigger member_left_on before update of membership on member
  for each row when (old.membership is distinct from new.membership)
  execute function member_left_or_came_back();

create index member_left on member (left_on) where left_on is not null;

create table privacy_request (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  kind text not null check (kind in ('access', 'copy', 'correction', 'erasure')),
  -- Of a correction: which detail, and what it should say.
  detail text not null default '' check (detail in
    ('', 'name', 'national-id', 'next-of-kin', 'postal-address', 'mobile', 'email')),
  should_be text not null default '',
  note text not null default '',
  -- Whether the member asked here, or on paper at the office.
  way text not null check (way in ('portal', 'office')),
  received_on date not null,
  due_on date not null,
  recorded_at timestamptz not null default akiba_now(),
  recorded_by text not null check (recorded_by <> ''),
  state text not null default 'received' check (
    state in ('received', 'in-progress', 'proposed', 'done', 'refused', 'withdrawn')),
  -- What is to be erased.
  parts text[] not null default '{}',
  -- Where a number or an address is changed, which is done by a flow of its own.
  contact_change_id bigint references contact_change_request,
  prepared_by text,
  answered_by text,
  answered_at timestamptz,
  answer text not null default '',
  ground text not null default '' check (ground in
    ('', 'law', 'membership', 'identity', 'correct', 'repeated', 'others')),
  check ((kind = 'correction') = (detail <> '')),
  check (due_on > received_on),
  check ((state in ('done', 'refused')) = (answered_by is not null and answered_at is not null)),
  check ((state = 'refused') = (ground <> '')),
  check (state <> 'proposed' or prepared_by is not null),
  -- Whoever prepared a change of the register or an erasure is not who approves it.
  constraint privacy_two_people check (
    state <> 'done' or prepared_by is null or prepared_by <> answered_by),
  constraint privacy_prepared check (
    state <> 'done' or prepared_by is not null or kind in ('access', 'copy')
    or detail in ('mobile', 'email'))
);

-- The same thing is asked for once at a time, however often the button is pressed.
create unique index privacy_request_once on privacy_request (member_id, kind, detail)
  where state in ('received', 'in-progress', 'proposed');
create index privacy_request_of_member on privacy_request (member_id, id);
create index privacy_request_due on privacy_request (due_on, id)
  where state in ('received', 'in-progress', 'proposed');
create index privacy_request_answered on privacy_request (answered_at, id);

create function privacy_request_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('received', 'in-progress'), ('received', 'refused'), ('received', 'withdrawn'),
    ('in-progress', 'proposed'), ('in-progress', 'done'), ('in-progress', 'refused'),
    ('in-progress', 'withdrawn'), ('proposed', 'in-progress'), ('proposed', 'done'),
    ('proposed', 'withdrawn')
  ) or (new.member_id, new.kind, new.detail, new.received_on, new.due_on)
    is distinct from (old.member_id, old.kind, old.detail, old.received_on, old.due_on) then
    raise exception 'privacy request % cannot go from % to % or be made another',
      old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'privacy_request_life';
  end if;
  return new;
end
$$;

create trigger privacy_request_life before update on privacy_request
  for each row execute function privacy_request_keeps_its_life();

create table privacy_request_step (
  id bigint generated always as identity primary key,
  request_id bigint not null references privacy_request,
  step text not null check (step in ('received', 'in-progress', 'contact-change', 'proposed',
    'returned', 'done', 'refused', 'withdrawn')),
  taken_at timestamptz not null default akiba_now(),
  taken_by text not null check (taken_by <> '')
);

create index privacy_request_step_of_request on privacy_request_step (request_id, id);

create trigger privacy_request_step_is_insert_only
  before update or delete or truncate on privacy_request_step execute function forbid_change();

-- Everything the trail has on a member, for the copy they may ask for.
create index audit_record_by_subject on audit_record (subject, seq);
drop index audit_record_of_subject;
create index audit_record_by_member on audit_record (actor, seq) where actor like 'member:%';
create index outbox_message_of_recipient on outbox_message (recipient, id);
create index member_by_email on member (email) where email <> '';
create index check_off_line_of_member on check_off_line (member_id) where member_id is not null;
create index check_off_part_of_member on check_off_part (member_id) where member_id is not null;
create index check_off_release_of_member on check_off_release (member_id);
create index check_off_expected_of_member on check_off_expected (member_id);
create index issued_statement_of_member on issued_statement (member_id, issued_at);
create index loan_blacklist_of_member on loan_blacklist (member_id);

grant select, insert on privacy_consent, retention_rule, privacy_request_step to akiba_app;
grant select, insert, update on privacy_request to akiba_app;
grant delete on next_of_kin, login to akiba_app;
