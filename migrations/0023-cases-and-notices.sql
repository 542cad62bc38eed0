-- Why: members are heard. What they ask, suggest or complain of gets a number and a clock that
-- counts working days, and who wished to stay unnamed stays so to the office. Notices are kept by
-- the office itself, each version of each of them.

-- Holidays that come every year, from a year and until one. Good Friday and Easter Monday are
-- reckoned; the two Idds are gazetted, as the moon decides them.
create table yearly_holiday (
  month smallint not null check (month between 1 and 12),
  day smallint not null check (day between 1 and 31),
  from_year smallint not null,
  until_year smallint check (until_year >= from_year),
  name_en text not null check (name_en <> ''),
  name_sw text not null check (name_sw <> ''),
  primary key (month, day, from_year)
);

insert into yearly_holiday (month, day, from_year, name_en, name_sw) values
  (1, 1, 1964, 'New Year''s Day', 'Mwaka Mpya'),
  (5, 1, 1964, 'Labour Day', 'Sikukuu ya Wafanyakazi'),
  (6, 1, 1964, 'Madaraka Day', 'Sikukuu ya Madaraka'),
  (10, 10, 2018, 'Mazingira Day', 'Sikukuu ya Mazingira'),
  (10, 20, 1964, 'Mashujaa Day', 'Sikukuu ya Mashujaa'),
  (12, 12, 1964, 'Jamhuri Day', 'Sikukuu ya Jamhuri'),
  (12, 25, 1964, 'Christmas Day', 'Krismasi'),
  (12, 26, 1964, 'Boxing Day', 'Siku ya Pili ya Krismasi');

create table gazetted_holiday (
  id bigint generated always as identity primary key,
  day date not null,
  name_en text not null check (name_en <> ''),
  name_sw text not null check (name_sw <> ''),
  added_by text not null check (added_by <> ''),
  added_at timestamptz not null default akiba_now(),
  removed_by text,
  removed_at timestamptz,
  check ((removed_at is null) = (removed_by is null))
);
create unique index gazetted_holiday_once on gazetted_holiday (day) where removed_at is null;

create table member_case (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('question', 'suggestion', 'complaint')),
  text text not null check (length(text) between 1 and 2000),
  is_anonymous boolean not null,
  -- Whose it is, for the office to read; nobody where they stay unnamed.
  member_id bigint references member,
  state text not null default 'open'
    check (state in ('open', 'acknowledged', 'concluded', 'closed')),
  assigned_to bigint references staff,
  posted_at timestamptz not null default akiba_now(),
  -- The days count from here: from the day it came, or was reopened.
  counted_from date not null,
  acknowledge_by date not null check (acknowledge_by > counted_from),
  conclude_by date not null check (conclude_by >= acknowledge_by),
  tell_by date,
  acknowledged_on date,
  concluded_on date,
  closed_on date,
  reopened_at timestamptz,
  outcome text check (outcome in ('done', 'partly', 'not-done')),
  told text check (told in ('message', 'phone', 'visit', 'page', 'satisfied')),
  -- What is due next, and by when; none once it is closed.
  due_on date generated always as (case state when 'open' then acknowledge_by
    when 'acknowledged' then conclude_by when 'concluded' then tell_by end) stored,
  words tsvector generated always as (to_tsvector('simple', text)) stored,
  check (is_anonymous = (member_id is null)),
  check ((state in ('concluded', 'closed')) = (outcome is not null)),
  check ((outcome is null) = (tell_by is null)),
  check ((outcome is null) = (concluded_on is null)),
  check ((state = 'closed') = (closed_on is not null and told is not null))
);

create index member_case_due on member_case (due_on, id) where state <> 'closed';
create index member_case_state_due on member_case (state, due_on, id);
create index member_case_state on member_case (state, id);
create index member_case_assigned on member_case (assigned_to, due_on) where state <> 'closed';
create index member_case_member on member_case (member_id);
create index member_case_words on member_case using gin (words);

-- Whose an unnamed case is, for themselves: a digest of their number by a key that is not in the
-- database. Nothing that the office is answered with reads it.
create table case_author (
  case_id bigint primary key references member_case,
  author bytea not null check (length(author) = 32)
);
create index case_author_own on case_author (author, case_id desc);

-- What was said and done, in its order. What the member did is the member's, without a number.
create table case_step (
  id bigint generated always as identity primary key,
  case_id bigint not null references member_case,
  step text not null check (step in ('posted', 'acknowledged', 'assigned', 'replied', 'answered',
    'concluded', 'closed', 'satisfied', 'reopened')),
  taken_by text not null check (taken_by = 'member' or taken_by like 'staff:%'),
  text text not null default '' check (length(text) <= 2000),
  -- To whom it was given; what it was told by.
  detail text not null default '',
  -- By when it was due, where a day was set for it.
  due_on date,
  taken_at timestamptz not null default akiba_now(),
  check ((taken_by = 'member') = (step in ('posted', 'answered', 'satisfied', 'reopened')))
);
create index case_step_of on case_step (case_id, id);
create trigger case_step_is_insert_only
  before update or delete or truncate on case_step execute function forbid_change();

-- Of which day that passed the office was told: once, whoever of several looks first.
create table case_breach (
  case_id bigint not null references member_case,
  state text not null,
  counted_from date not null,
  noticed_at timestamptz not null default akiba_now(),
  primary key (case_id, state, counted_from)
);
create trigger case_breach_is_insert_only
  before update or delete or truncate on case_breach execute function forbid_change();

-- No command, and no defect of one, takes a case where its life does not lead, changes what was
-- said, names who did not wish it, or reopens twice.
create function case_keeps_its_life() returns trigger language plpgsql as $$
begin
  if (new.kind, new.text, new.is_anonymous, new.member_id, new.posted_at)
      is distinct from (old.kind, old.text, old.is_anonymous, old.member_id, old.posted_at) then
    raise exception 'what case % says is not changed', old.id
      using errcode = 'check_violation', constraint = 'case_words';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('open', 'acknowledged'), ('open', 'concluded'), ('acknowledged', 'concluded'),
    ('concluded', 'closed'), ('concluded', 'open'), ('closed', 'open')
  ) or new.state = 'open' and old.state <> 'open' and old.reopened_at is not null then
    raise exception 'case % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'case_life';
  end if;
  return new;
end
$$;
create trigger case_life before update on member_case
  for each row execute function case_keeps_its_life();

-- A notice keeps its id; its number is its place, and a withdrawn one has none.
alter table notice drop constraint notice_pkey;
alter table notice
  add column id bigint generated always as identity primary key,
  alter column number drop not null,
  add constraint notice_number unique (number) deferrable initially immediate,
  add column published_from date,
  add column published_until date,
  add column withdrawn_at timestamptz,
  add column version integer not null default 1,
  add column changed_by text not null default 'setup' check (changed_by <> ''),
  add constraint notice_window check (published_until >= published_from),
  add constraint notice_place check ((number is null) = (withdrawn_at is not null));

create table notice_version (
  notice_id bigint not null references notice,
  version integer not null,
  title_en text not null,
  title_sw text not null,
  text_en text not null,
  text_sw text not null,
  published_from date,
  published_until date,
  is_withdrawn boolean not null,
  changed_by text not null,
  changed_at timestamptz not null default akiba_now(),
  primary key (notice_id, version)
);
create trigger notice_version_is_insert_only
  before update or delete or truncate on notice_version execute function forbid_change();

create function keep_notice_version() returns trigger language plpgsql as $$
begin
  insert into notice_version values (new.id, new.version, new.title_en, new.title_sw, new.text_en,
    new.text_sw, new.published_from, new.published_until, new.withdrawn_at is not null,
    new.changed_by);
  return null;
end
$$;
-- A move to another place is no version: the notice says what it said.
create trigger notice_version_kept after insert or update of version on notice
  for each row execute function keep_notice_version();
insert into notice_version select id, version, title_en, title_sw, text_en, text_sw, null, null,
  false, changed_by from notice;

grant select on yearly_holiday to akiba_app;
grant select, insert on gazetted_holiday, member_case, case_author, case_step, case_breach,
  notice_version to akiba_app;
grant update (removed_by, removed_at) on gazetted_holiday to akiba_app;
grant update (state, assigned_to, counted_from, acknowledge_by, conclude_by, tell_by,
  acknowledged_on, concluded_on, closed_on, reopened_at, outcome, told) on member_case to akiba_app;
