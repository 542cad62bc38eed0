-- Why: the administrator sees what was set before and what is to come, takes back what has not
-- begun, and two who set a policy at once do not overwrite each other unseen. How many applications
-- may wait is policy too, and who is lent nothing is written down with who said so and why.

-- Each policy names the newest one its maker had seen; of two that name the same, one is kept.
alter table loan_policy add column follows bigint unique references loan_policy;

-- How many applications of a member may wait at once; nought sets no limit.
alter table loan_policy add column open_applications smallint not null default 1
  check (open_applications between 0 and 3);

-- A policy that was taken back before its day. It stays where it is, to be read, and never holds.
create table loan_policy_cancellation (
  policy_id bigint primary key references loan_policy,
  cancelled_by text not null check (cancelled_by <> ''),
  cancelled_at timestamptz not null default akiba_now()
);

create function loan_policy_not_begun() returns trigger language plpgsql as $$
begin
  if (select effective_from from loan_policy where id = new.policy_id) <= akiba_today() then
    raise exception 'loan policy % has begun', new.policy_id
      using errcode = 'check_violation', constraint = 'loan_policy_not_begun';
  end if;
  return new;
end
$$;

create trigger loan_policy_cancellation_in_time before insert on loan_policy_cancellation
  for each row execute function loan_policy_not_begun();
create trigger loan_policy_cancellation_is_insert_only
  before update or delete or truncate on loan_policy_cancellation execute function forbid_change();

-- An open application takes the lowest place that is free, of as many as the policy gives; no two
-- of a member stand in one place. Without a limit it takes none.
alter table loan add column open_place smallint check (open_place between 1 and 3);
update loan set open_place = 1 where policy_id is not null and state in ('applied', 'approved');
drop index loan_one_open;
create unique index loan_open_place on loan (member_id, open_place)
  where policy_id is not null and state in ('applied', 'approved');

-- A member may be listed, taken off and listed again; each time is a row that stays.
alter table loan_blacklist drop constraint loan_blacklist_pkey;
alter table loan_blacklist
  add column id bigint generated always as identity primary key,
  add column listed_by text not null default 'migration' check (listed_by <> ''),
  add column removed_at timestamptz,
  add column removed_by text,
  add column removal_reason text,
  add constraint loan_blacklist_removed check (
    (removed_at is null) = (removed_by is null) and (removed_at is null) = (removal_reason is null)
  );
create unique index loan_blacklist_once on loan_blacklist (member_id) where removed_at is null;
create index loan_blacklist_removed_last on loan_blacklist (removed_at desc, id desc)
  where removed_at is not null;

grant select, insert on loan_policy_cancellation to akiba_app;
grant insert on loan_blacklist to akiba_app;
grant update (removed_at, removed_by, removal_reason) on loan_blacklist to akiba_app;
