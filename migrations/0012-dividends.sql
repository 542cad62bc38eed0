-- Why: the society's yearly event. A dividend is declared by one person, approved by another and
-- posted for all members at once; then each member says where theirs goes, until the window
-- closes. What each was reckoned from is kept, so that the sum that is shown is what was posted.

-- Bills of the hospital that members paid out of their dividends, until the hospital has the money.
insert into ledger_account (code, normal_side) values ('hospital-bills-payable', -1);

-- The tax withheld of each mode of payment, with the day from which it holds.
create table withholding_rate (
  id bigint generated always as identity primary key,
  mode text not null check (mode in ('share-capital', 'mobile', 'loan', 'hospital-bill')),
  effective_from date not null,
  basis_points smallint not null check (basis_points between 0 and 4999),
  set_by text not null,
  set_at timestamptz not null default akiba_now()
);

insert into withholding_rate (mode, effective_from, basis_points, set_by, set_at)
  values ('mobile', '2000-01-01', 500, 'migration', '2000-01-01T00:00:00Z');

create trigger withholding_rate_is_insert_only
  before update or delete or truncate on withholding_rate execute function forbid_change();

create table dividend (
  id bigint generated always as identity primary key,
  year smallint not null check (year between 2000 and 2100),
  state text not null default 'prepared' check (
    state in ('prepared', 'approved', 'posted', 'locked', 'paid', 'withdrawn')),
  share_rate_bp integer not null check (share_rate_bp between 0 and 10000),
  deposit_rate_bp integer not null check (deposit_rate_bp between 0 and 10000),
  weighting text not null check (weighting in ('from-the-month', 'from-the-month-after')),
  -- Twelfths: of what was there when the year began, then of each month.
  weights smallint[] not null check (cardinality(weights) = 13),
  books_closed_on date not null,
  agm_reference text not null check (agm_reference <> ''),
  -- Whether instalments overdue on the day the books closed are held back and repaid.
  holds_arrears boolean not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > opens_at),
  -- Where the dividend of those goes who say nothing.
  default_mode text not null check (default_mode in ('share-capital', 'mobile')),
  -- The most that one payment to a phone may be, after tax.
  mobile_maximum_cents bigint not null default 25000000 check (mobile_maximum_cents >= 100),
  prepared_by text not null check (prepared_by <> ''),
  prepared_at timestamptz not null default akiba_now(),
  approved_by text,
  approved_at timestamptz,
  posted_by text,
  posted_at timestamptz,
  locked_by text,
  locked_at timestamptz,
  paid_by text,
  paid_at timestamptz,
  constraint dividend_two_people check (approved_by <> prepared_by),
  constraint dividend_approved check (
    state in ('prepared', 'withdrawn') or approved_by is not null),
  check ((approved_by is null) = (approved_at is null)),
  check (state not in ('posted', 'locked', 'paid') or posted_by is not null),
  check (state not in ('locked', 'paid') or locked_by is not null),
  check (state <> 'paid' or paid_by is not null)
);

-- One dividend for a year, however often it was prepared and withdrawn.
create unique index dividend_once_a_year on dividend (year) where state <> 'withdrawn';

-- Nothing that was declared is changed afterwards, and no state is reached but by the one before.
create function dividend_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('prepared', 'approved'), ('prepared', 'withdrawn'), ('approved', 'withdrawn'),
    ('approved', 'posted'), ('posted', 'locked'), ('locked', 'paid')
  ) or (new.year, new.share_rate_bp, new.deposit_rate_bp, new.weights, new.books_closed_on,
      new.holds_arrears, new.default_mode, new.mobile_maximum_cents, new.prepared_by)
    is distinct from (old.year, old.share_rate_bp, old.deposit_rate_bp, old.weights,
      old.books_closed_on, old.holds_arrears, old.default_mode, old.mobile_maximum_cents,
      old.prepared_by) then
    raise exception 'dividend % cannot go from % to % or be declared anew',
      old.year, old.state, new.state
      using errcode = 'check_violation', constraint = 'dividend_life';
  end if;
  return new;
end
$$;

create trigger dividend_life before update on dividend
  for each row execute function dividend_keeps_its_life();

-- The tax of each mode, as it was declared.
create table dividend_tax (
  dividend_id bigint not null references dividend,
  mode text not null check (mode in ('share-capital', 'mobile', 'loan', 'hospital-bill')),
  basis_points smallint not null check (basis_points between 0 and 4999),
  primary key (dividend_id, mode)
);

create table dividend_entitlement (
  dividend_id bigint not null references dividend,
  member_id bigint not null references member,
  -- What it was reckoned from: shares when the year ended, deposits when it began, each month's.
  share_capital_cents bigint not null,
  opening_cents bigint not null,
  month_cents bigint[] not null check (cardinality(month_cents) = 12),
  on_share_capital_cents bigint not null check (on_share_capital_cents >= 0),
  on_deposits_cents bigint not null check (on_deposits_cents >= 0),
  gross_cents bigint not null
    generated always as (on_share_capital_cents + on_deposits_cents) stored check (gross_cents > 0),
  held_cents bigint not null default 0,
  -- What was declared to the member the year before, by the ledger.
  last_year_cents bigint not null default 0,
  reminded_on date,
  primary key (dividend_id, member_id),
  check (held_cents between 0 and gross_cents)
);

create index dividend_entitlement_largest on dividend_entitlement (dividend_id, gross_cents desc);
create index dividend_entitlement_of_member on dividend_entitlement (member_id, dividend_id);

-- What is held back of a member's dividend, by the loan whose overdue instalments it pays.
create table dividend_held (
  dividend_id bigint not null,
  member_id bigint not null,
  loan_id bigint not null references loan,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (dividend_id, member_id, loan_id),
  foreign key (dividend_id, member_id) references dividend_entitlement
);

-- What a member said, every time; the highest version is the one that holds.
create table dividend_election (
  dividend_id bigint not null,
  member_id bigint not null,
  version integer not null check (version > 0),
  submitted_at timestamptz not null default akiba_now(),
  submitted_by text not null check (submitted_by <> ''),
  primary key (dividend_id, member_id, version),
  foreign key (dividend_id, member_id) references dividend_entitlement
);

create table dividend_election_row (
  dividend_id bigint not null,
  member_id bigint not null,
  version integer not null,
  row_no smallint not null check (row_no > 0),
  mode text not null check (mode in ('share-capital', 'mobile', 'loan', 'hospital-bill')),
  amount_cents bigint not null check (amount_cents > 0),
  loan_id bigint references loan,
  bill_reference text not null default '',
  check ((mode = 'loan') = (loan_id is not null)),
  check ((mode = 'hospital-bill') = (bill_reference <> '')),
  primary key (dividend_id, member_id, version, row_no),
  foreign key (dividend_id, member_id, version) references dividend_election
);

create trigger dividend_election_is_insert_only
  before update or delete or truncate on dividend_election execute function forbid_change();
create trigger dividend_election_row_is_insert_only
  before update or delete or truncate on dividend_election_row execute function forbid_change();

-- Where each part of each dividend goes in the end, from the day the window is locked.
create table dividend_leg (
  dividend_id bigint not null,
  member_id bigint not null,
  leg_no smallint not null check (leg_no > 0),
  -- What the member chose, what goes by default, what was held, what had to go elsewhere.
  source text not null check (source in ('chosen', 'default', 'held', 'redirected')),
  mode text not null check (mode in ('share-capital', 'mobile', 'loan', 'hospital-bill')),
  amount_cents bigint not null check (amount_cents > 0),
  tax_cents bigint not null check (tax_cents >= 0 and tax_cents < amount_cents),
  loan_id bigint references loan,
  bill_reference text not null default '',
  -- Where a payment to a phone was sent, by the register on the day.
  mobile_number text not null default '',
  check ((mode = 'loan') = (loan_id is not null)),
  primary key (dividend_id, member_id, leg_no),
  foreign key (dividend_id, member_id) references dividend_entitlement
);

create index dividend_leg_by_mode on dividend_leg (dividend_id, mode);

-- What could not go where it was meant to at the lock or the payment, and went to shares instead;
-- or was left out, because it had been paid out in another way.
create table dividend_exception (
  id bigint generated always as identity primary key,
  dividend_id bigint not null,
  member_id bigint not null,
  reason text not null check (
    reason in ('loan-paid', 'mobile-unconfirmed', 'paid-otherwise')),
  amount_cents bigint not null check (amount_cents > 0),
  noticed_at timestamptz not null default akiba_now(),
  foreign key (dividend_id, member_id) references dividend_entitlement
);

create index dividend_exception_of_dividend on dividend_exception (dividend_id, id);

-- Whether a member's dividend still stands on their account, to be split and paid.
create function dividend_is_there(member bigint, gross bigint) returns boolean
  language sql stable as $$
  select exists (
    select from ledger_account
    where code = 'dividend-payable' and member_id = member and reference = ''
      and -balance_cents >= gross
  )
$$;

-- How many members a posting under way has written: others see a sequence before it commits.
create sequence dividend_progress minvalue 0 start 0;

-- Notice 5: a code sent to the number on the register is how its owner confirms it.
alter table otp drop constraint otp_purpose_check;
alter table otp add constraint otp_purpose_check
  check (purpose in ('sign-up', 'reset', 'guarantee', 'confirm-mobile'));

grant select on withholding_rate to akiba_app;
grant select, insert, update on dividend, dividend_entitlement to akiba_app;
grant select, insert on
  dividend_tax, dividend_held, dividend_election, dividend_election_row, dividend_exception
  to akiba_app;
grant select, insert, update, delete on dividend_leg to akiba_app;
grant select, update on sequence dividend_progress to akiba_app;
