-- Why: statements show what a member borrowed and whom they stand for. A loan's balance is its
-- ledger account's (loan-receivable, referenced by the loan's number); what was agreed is here.

create table loan (
  id bigint generated always as identity primary key,
  loan_no text not null unique check (loan_no ~ '^[A-Z0-9][A-Z0-9/_-]{0,29}$'),
  member_id bigint not null references member,
  -- The loan product, such as Instant.
  category text not null check (category <> ''),
  purpose text not null check (purpose <> ''),
  principal_cents bigint not null check (principal_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  -- What is repaid in all: principal and fee.
  total_cents bigint not null,
  monthly_deduction_cents bigint not null check (monthly_deduction_cents > 0),
  term_months smallint not null check (term_months between 1 and 120),
  state text not null check (
    state in ('applied', 'approved', 'declined', 'withdrawn', 'disbursed', 'settled')),
  applied_at timestamptz not null default akiba_now(),
  -- Set when the loan is disbursed: the day, and the day of the last instalment.
  start_date date,
  end_date date,
  check (total_cents = principal_cents + fee_cents),
  check ((start_date is null) = (end_date is null) and end_date >= start_date),
  check ((state in ('disbursed', 'settled')) = (start_date is not null))
);

create index loan_of_member on loan (member_id, id);

-- What is due when; the last instalment absorbs the rounding, so that they sum to the total.
create table loan_instalment (
  loan_id bigint not null references loan,
  number smallint not null check (number > 0),
  due_on date not null,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (loan_id, number)
);

create table guarantee (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan,
  guarantor_id bigint not null references member,
  amount_cents bigint not null check (amount_cents > 0),
  -- How far the guarantor answers for the loan.
  level text not null default 'Principal' check (level in ('Principal', 'Secondary')),
  given_on date not null default akiba_today(),
  released_on date,
  unique (loan_id, guarantor_id)
);

create index guarantee_of_guarantor on guarantee (guarantor_id, id);

-- Every statement that was given out, so that the paper can be held against it.
create table issued_statement (
  code text primary key check (code ~ '^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$'),
  member_id bigint not null references member,
  statement text not null,
  -- Null where the statement is of everything up to its day.
  period_from date,
  period_to date not null,
  closing_cents bigint not null,
  row_count integer not null,
  issued_at timestamptz not null default akiba_now(),
  issued_by text not null
);

grant select, insert, update on loan, loan_instalment, guarantee to akiba_app;
grant select, insert on issued_statement to akiba_app;
