-- Why: members apply for instant loans here, and two people of the office decide and pay them out.
-- What a loan may cost and who may have one is data with a day from which it holds; each loan keeps
-- the policy it was quoted under, and each of its steps keeps who took it and when.

create table loan_policy (
  id bigint generated always as identity primary key,
  effective_from date not null,
  -- From the smallest principals to the largest: {upToCents, flatFeeCents, rateBasisPoints}.
  fee_tiers jsonb not null check (jsonb_typeof(fee_tiers) = 'array'),
  min_cents bigint not null check (min_cents > 0),
  max_cents bigint not null check (max_cents >= min_cents),
  min_months smallint not null check (min_months >= 1),
  max_months smallint not null check (max_months between min_months and 6),
  -- How much may be borrowed against deposits: 100 is once as much. Nought asks for no deposits.
  deposits_percent integer not null check (deposits_percent >= 0),
  -- Nought asks for none of it.
  membership_months integer not null check (membership_months >= 0),
  share_capital_cents bigint not null check (share_capital_cents >= 0),
  refuse_unpaid boolean not null,
  refuse_blacklisted boolean not null,
  set_by text not null,
  set_at timestamptz not null default akiba_now()
);

create index loan_policy_in_force on loan_policy (effective_from desc, id desc);

create trigger loan_policy_is_insert_only
  before update or delete or truncate on loan_policy execute function forbid_change();

insert into loan_policy (effective_from, fee_tiers, min_cents, max_cents, min_months, max_months,
    deposits_percent, membership_months, share_capital_cents, refuse_unpaid, refuse_blacklisted,
    set_by, set_at)
  values ('2000-01-01',
    '[{"upToCents": "500000", "flatFeeCents": "50000", "rateBasisPoints": 0},
      {"upToCents": null, "flatFeeCents": "0", "rateBasisPoints": 450}]',
    50000, 10000000, 1, 6, 100, 0, 0, false, false, 'migration', '2000-01-01T00:00:00Z');

-- Members whom the society lends nothing for the time being.
create table loan_blacklist (
  member_id bigint primary key references member,
  reason text not null check (reason <> ''),
  listed_at timestamptz not null default akiba_now()
);

-- Which member a member of staff is, where they are one: nobody decides on a loan of their own.
alter table staff add column member_id bigint unique references member;

alter table loan add column policy_id bigint references loan_policy;

-- One open application for a member, however many are sent at once.
create unique index loan_one_open on loan (member_id)
  where policy_id is not null and state in ('applied', 'approved');
create index loan_queue on loan (state, id) where policy_id is not null;

-- No command, and no defect of one, takes a loan where its life does not lead.
create function loan_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('applied', 'approved'), ('applied', 'declined'), ('applied', 'withdrawn'),
    ('approved', 'disbursed'), ('disbursed', 'settled'), ('settled', 'disbursed')
  ) then
    raise exception 'loan % cannot go from % to %', old.loan_no, old.state, new.state
      using errcode = 'check_violation', constraint = 'loan_life';
  end if;
  return new;
end
$$;

create trigger loan_life before update of state on loan
  for each row execute function loan_keeps_its_life();

-- The numbers of a year; one that is drawn for what then fails is left out.
create table loan_number (
  year smallint primary key,
  last integer not null
);

create table loan_step (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan,
  step text not null check (step in ('applied', 'amended', 'approved', 'declined', 'withdrawn',
    'disbursed', 'repaid', 'settled')),
  taken_at timestamptz not null default akiba_now(),
  -- As the audit trail names people: member:MS1001, staff:ST9001.
  taken_by text not null check (taken_by <> ''),
  -- Why it was declined; the member sees it.
  reason text not null default '',
  amount_cents bigint,
  receipt_no text not null default '',
  approver text generated always as (case when step = 'approved' then taken_by end) stored,
  approved_by text,
  check ((step = 'declined') = (reason <> '')),
  check ((step = 'disbursed') = (approved_by is not null)),
  unique (loan_id, approver),
  -- Who pays out names who approved, who did approve it and is somebody else.
  constraint loan_step_approved foreign key (loan_id, approved_by)
    references loan_step (loan_id, approver),
  constraint loan_step_two_people check (taken_by <> approved_by)
);

create index loan_step_of_loan on loan_step (loan_id, id);
create unique index loan_step_once on loan_step (loan_id, step)
  where step in ('applied', 'approved', 'declined', 'withdrawn', 'disbursed');
-- A receipt is credited once, whichever way it comes.
create unique index loan_step_receipt on loan_step (receipt_no) where receipt_no <> '';

create trigger loan_step_is_insert_only
  before update or delete or truncate on loan_step execute function forbid_change();

grant select, insert on loan_policy, loan_step to akiba_app;
grant select on loan_blacklist to akiba_app;
grant select, insert, update on loan_number to akiba_app;
