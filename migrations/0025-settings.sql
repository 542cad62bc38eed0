-- Why: the administrator keeps the society's name, look, message texts, SMS budget and tax rates
-- without a developer. Each change names the version it was made from, so that of two made at once
-- the second is told; what was there before stays to be read.

-- Pictures stay once they were shown: an address that holds the digest never changes its meaning.
create table society_logo (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  width smallint not null check (width between 1 and 1024),
  height smallint not null check (height between 1 and 1024),
  content bytea not null check (octet_length(content) between 1 and 204800),
  added_by text not null check (added_by <> ''),
  added_at timestamptz not null default akiba_now()
);

alter table society
  add column office_hours_sw text not null default '',
  add column office_place_sw text not null default '',
  add column logo_sha256 text references society_logo;

-- What was changed of a section, by whom, and from what to what. A version is taken once.
create table setting_change (
  section text not null check (section in ('society', 'look', 'sms')),
  version integer not null check (version > 0),
  changes jsonb not null,
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null default akiba_now(),
  primary key (section, version)
);

create trigger setting_change_is_insert_only
  before update or delete or truncate on setting_change execute function forbid_change();

-- The society's own words for a message, every version; the highest holds. Without texts it is the
-- standard again. A subject that is empty is the standard one.
create table message_text (
  template text not null check (template <> ''),
  version integer not null check (version > 0),
  subject_en text not null default '',
  subject_sw text not null default '',
  text_en text check (text_en <> ''),
  text_sw text check (text_sw <> ''),
  set_by text not null check (set_by <> ''),
  set_at timestamptz not null default akiba_now(),
  primary key (template, version),
  check ((text_en is null) = (text_sw is null)),
  constraint message_text_keeps_the_code check (
    template not like 'otp-%' and template <> 'staff-invitation'
    or (coalesce(text_en, '{code}') like '%{code}%'
      and coalesce(text_sw, '{code}') like '%{code}%'))
);

create trigger message_text_is_insert_only
  before update or delete or truncate on message_text execute function forbid_change();

-- What text messages a month may cost, and what one part of one costs where nobody says.
create table sms_budget (
  id smallint primary key default 1 check (id = 1),
  month_cents bigint check (month_cents > 0),
  part_price numeric(8, 4) not null default 0.8 check (part_price between 0 and 100)
);

insert into sms_budget default values;

-- What was spent, kept when the messages themselves are long deleted.
create table sms_spend (
  day date not null,
  template text not null,
  messages integer not null check (messages > 0),
  parts integer not null check (parts > 0),
  cost numeric(14, 4) not null check (cost >= 0),
  primary key (day, template)
);

-- That the office was told how much of a month's budget is spent; once for each.
create table sms_budget_notice (
  month date not null,
  percent smallint not null check (percent in (80, 100)),
  told_at timestamptz not null default akiba_now(),
  primary key (month, percent)
);

-- While the budget is spent, codes are found past a hundred thousand notices that wait.
create index outbox_message_by_template on outbox_message (template, expires_at, id)
  where state = 'waiting' and channel = 'sms';

-- Each rate names the newest one its maker had seen; of two that name the same, one is kept.
alter table withholding_rate add column follows bigint unique references withholding_rate;

create table withholding_rate_cancellation (
  rate_id bigint primary key references withholding_rate,
  cancelled_by text not null check (cancelled_by <> ''),
  cancelled_at timestamptz not null default akiba_now()
);

create function withholding_rate_not_begun() returns trigger language plpgsql as $$
begin
  if (select effective_from from withholding_rate where id = new.rate_id) <= akiba_today() then
    raise exception 'withholding rate % has begun', new.rate_id
      using errcode = 'check_violation', constraint = 'withholding_rate_not_begun';
  end if;
  return new;
end
$$;

create trigger withholding_rate_cancellation_in_time before insert on withholding_rate_cancellation
  for each row execute function withholding_rate_not_begun();
create trigger withholding_rate_cancellation_is_insert_only
  before update or delete or truncate on withholding_rate_cancellation
  execute function forbid_change();

grant select, insert on society_logo, setting_change, message_text, sms_budget_notice to akiba_app;
grant select, update on sms_budget to akiba_app;
grant select, insert, update on sms_spend to akiba_app;
grant insert on withholding_rate to akiba_app;
grant select, insert on withholding_rate_cancellation to akiba_app;
